"""What `tactus plot` draws, function by function, against numbers that are known."""

import math
import shutil
from types import SimpleNamespace

from scratch import WithRun, main
import numpy as np

from tactus_plot import curves, fields, filters, half_spaces, layout, picture, style, trajectories, units, words
from tactus_plot.arguments import parse
from tactus_plot.arrows import Arrows
from tactus_plot.frames import Frame, list_frames
from tactus_plot.projection import Curtain, Projection, surface_of
from tactus_plot.run_folder import Run, find_bodies, nearest, spread


class Numbers(WithRun):
    def test_von_mises_of_known_stresses(self):
        stress = np.array(
            [
                [2e6, 0, 0, 0, 0, 0],  # uniaxial: the stress itself
                [0, 0, 0, 1e6, 0, 0],  # pure shear: sqrt(3) tau
                [5e6, 5e6, 5e6, 0, 0, 0],  # hydrostatic: none
                [3e6, 1e6, 2e6, 1e6, 2e6, 3e6],
            ]
        )
        known = [2e6, math.sqrt(3) * 1e6, 0, math.sqrt(3e12 + 3 * 14e12)]
        np.testing.assert_allclose(fields.von_mises(stress), known, rtol=1e-14, atol=1e-6)

    def test_pressure_and_principal_stresses_of_known_stresses(self):
        stress = np.array([[1e6, 3e6, -1e6, 0, 0, 0], [0, 0, 0, 2e6, 0, 0]])
        known = fields.known_fields()
        np.testing.assert_allclose(known["pressure"].take(stress), [-1e6, 0])
        np.testing.assert_allclose(known["stress_max"].take(stress), [3e6, 2e6])
        np.testing.assert_allclose(known["stress_min"].take(stress), [-1e6, -2e6])
        np.testing.assert_allclose(known["stress_xy"].take(stress), [0, 2e6])

    def test_prefixes_fit_the_largest_value(self):
        for value, unit, shown in [
            (3.2e9, "Pa", "3.2 GPa"),
            (9.99e8, "Pa", "999 MPa"),
            (1e6, "Pa", "1 MPa"),
            (2.5e4, "Pa", "25 kPa"),
            (-4e7, "Pa", "-40 MPa"),
            (3000, "m/s", "3000 m/s"),
            (12345, "m/s", "12.3 km/s"),
            (2e-4, "m", "200 µm"),
            (0, "Pa", "0 Pa"),
            (7, "", "7"),
            (1234567, "kg m²/s", "1.23e+06 kg m²/s"),
            (0.2, "s", "0.2 s"),
            (6e-5, "s", "60 µs"),
            (7200, "s", "7200 s"),
            (1e30, "Pa", "1e+18 TPa"),
        ]:
            self.assertEqual(units.with_unit(value, unit), shown)

    def test_times_beside_each_other_have_one_unit(self):
        self.assertEqual(
            [units.time_label(t, 1.48e-3) for t in (0, 6.2e-5, 1.48e-3)],
            ["t = 0", "t = 0.062 ms", "t = 1.48 ms"],
        )

    def test_scale_bars_are_round_and_fit(self):
        for width, length, text in [
            (4.0, 1.0, "1 m"),
            (7.9, 1.0, "1 m"),
            (8.1, 2.0, "2 m"),
            (0.021, 0.005, "5 mm"),
            (0.9, 0.2, "0.2 m"),
            (5e4, 1e4, "10 km"),
        ]:
            found = units.scale_bar(width)
            self.assertAlmostEqual(found[0], length, delta=1e-9 * length)
            self.assertEqual(found[1], text)

    def test_units_come_from_the_names_of_columns(self):
        for column, known in [
            ("kinetic_energy_J", ("kinetic energy", "J")),
            ("time_s", ("time", "s")),
            ("linear_momentum_x_kg_m_per_s", ("linear momentum x", "kg m/s")),
            ("support_impulse_x_N_s", ("support impulse x", "N s")),
            ("contacts", ("contacts", "")),
            ("new_contact_excess_depth_m", ("new contact excess depth", "m")),
            ("left_foot.displacement_x_m", ("left_foot.displacement x", "m")),
            ("left_foot.contacts", ("left_foot.contacts", "")),
        ]:
            self.assertEqual(units.unit_of_column(column), known)

    def test_thinned_curves_keep_their_extremes(self):
        values = np.sin(np.arange(100000) / 50)
        values[31415], values[77777] = 9, -9
        times, kept = curves.thinned(np.arange(100000.0), values)
        self.assertLessEqual(len(kept), 4000)
        self.assertEqual((kept.max(), times[kept.argmax()], kept.min()), (9, 31415, -9))

    def test_the_strip_holds_the_keys_of_all_arrows(self):
        for keys in range(5):
            for has_bar in (False, True):
                plan = layout.Layout((0, 0, 4, 2), 1, 1, 9.0, has_bar, keys=keys)
                last = plan.strip_top() + 0.1 + layout.KEY * (keys - 1)  # the middle of its letters
                self.assertLess(last + 0.07, plan.height)

    def test_every_panel_has_its_place_and_the_same_scale(self):
        plan = layout.Layout((0, 0, 4, 2), 5, 3, 9.0, True)
        boxes = [plan.panel(k) for k in range(5)]
        for left, bottom, width, height in boxes:
            self.assertAlmostEqual(width * 9 / (height * plan.height), 2)
            self.assertTrue(0 < left and left + width < 1 and bottom + height < 1)
            self.assertGreater(bottom * plan.height, plan.strip)
        self.assertGreater(boxes[1][0], boxes[0][0] + boxes[0][2])
        self.assertGreater(boxes[0][1], boxes[3][1] + boxes[3][3])


class Frames(WithRun):
    def loaded(self):
        return [(time, Frame(path)) for time, path in list_frames(self.run_folder)]

    def test_a_frame_is_read_as_it_was_written(self):
        frames = list_frames(self.run_folder)
        self.assertEqual((len(frames), frames[3][0]), (11, 3 * 1e-5))
        frame = Frame(frames[10][1])
        np.testing.assert_array_equal(frame.triangles, [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])
        np.testing.assert_array_equal(frame.particles, [8])
        np.testing.assert_array_equal(frame.body_of_points(), [0] * 4 + [1] * 4 + [2])
        np.testing.assert_allclose(frame.points[4], [2 - 1e4 * 1e-4, 0, 0], rtol=1e-14)
        np.testing.assert_allclose(frame.start[4], [2, 0], rtol=1e-14)
        np.testing.assert_allclose(
            fields.find_field("von_mises", frame).values(frame), [0, 1e6, 2e6, 3e6]
        )
        np.testing.assert_allclose(
            fields.find_field("velocity", frame).values(frame)[:5], [0, 0, 0, 0, 1e4]
        )
        self.assertEqual(frame.names, ["target", "mover - - fast", "grain"])

    def test_the_boundary_is_what_bounds_the_bodies(self):
        frame = self.loaded()[0][1]
        edges = {tuple(sorted(e)) for e in frame.boundary().tolist()}
        self.assertEqual(edges, {(0, 1), (1, 2), (2, 3), (0, 3), (4, 5), (5, 6), (6, 7), (4, 7)})
        self.assertEqual(sorted(map(len, frame.outlines())), [5, 5])

    def test_times_stand_for_the_nearest_frames_and_are_spread_evenly(self):
        frames = list_frames(self.run_folder)
        np.testing.assert_allclose(
            [t for t, _ in nearest(frames, [0, 1.4e-5, 1.6e-5, 1])], [0, 1e-5, 2e-5, 1e-4]
        )
        np.testing.assert_allclose([t for t, _ in spread(frames, 3)], [0, 5e-5, 1e-4])
        self.assertEqual(len(spread(frames, 40)), 11)

    def test_trajectories_follow_centres_of_mass_and_nodes(self):
        shown = self.loaded()
        things = trajectories.followed(shown[0][1], ["1", "grain", "mover - - fast@3,1"])
        where = trajectories.positions((frame for _, frame in shown), things)
        self.assertEqual(where.shape, (11, 3, 2))
        moved = 1e4 * 1e-5 * np.arange(11)
        np.testing.assert_allclose(
            where[:, 0], np.column_stack([2.5 - moved, np.full(11, 0.5)]), rtol=1e-12
        )
        np.testing.assert_allclose(where[:, 1], np.tile([1.5, 2], (11, 1)))
        np.testing.assert_allclose(
            where[:, 2], np.column_stack([3 - moved, np.ones(11)]), rtol=1e-12
        )

    def test_bodies_go_by_name_by_number_and_by_array(self):
        names = ["disk_1", "disk_2", "cue", "7"]
        self.assertEqual(find_bodies(names, ["disk"]), [0, 1])
        self.assertEqual(find_bodies(names, ["cue", "0"]), [2, 0])
        self.assertEqual(find_bodies(names, ["7"]), [3])  # a name comes before a number
        with self.assertRaisesRegex(words.PlotError, 'is no body; did you mean "cue"?'):
            find_bodies(names, ["cur"])

    def test_a_field_that_is_rounding_has_one_colour(self):
        shown = self.loaded()[:1]
        for size, said in [(0, "zero"), (1e-5, "zero up to rounding"), (1e3, "")]:
            shown[0][1].cell_data["stress"] = np.full((4, 6), 0.0)
            shown[0][1].cell_data["stress"][0, 0] = size
            values = fields.Range(fields.find_field("von_mises", shown[0][1]))
            values.add(shown, 2e11)
            self.assertEqual(values.scale().words, said and f"von Mises stress: {said}")
        shear = fields.Range(fields.find_field("stress_xy", shown[0][1]))
        shown[0][1].cell_data["stress"][1, 3] = 1e-8  # beside 1 kPa
        shear.add(shown, 0)
        self.assertIn("zero up to rounding", shear.scale().words)

    def test_the_few_largest_values_do_not_take_all_colours(self):
        field = fields.known_fields()["von_mises"]
        values = fields.Range(field)
        values.low, values.high, values.quantiles = 0.0, 8e9, [1e9]
        scale = values.scale()
        self.assertEqual((scale.high, scale.above, scale.unit), (1e9, True, "GPa"))
        self.assertEqual(scale.label(), "von Mises stress [GPa]; largest 8 GPa")

    def test_smooth_values_are_means_by_area_within_a_body(self):
        frame = self.loaded()[0][1]
        values, on_points = fields.find_field("von_mises", frame).drawn(frame, True)
        self.assertTrue(on_points)
        np.testing.assert_allclose(values[:8], [5e5, 0, 5e5, 1e6, 2.5e6, 2e6, 2.5e6, 3e6])

    def test_pressure_alone_is_shown_smooth_unless_asked_otherwise(self):
        for words_given, smooth in [
            (["--colour", "pressure"], True),
            (["--colour", "pressure", "--no-smooth"], False),
            (["--colour", "von_mises"], False),
            (["--colour", "von_mises", "--smooth"], True),
            ([], False),
        ]:
            options = parse("plot", ["run", "-t", "1e-4", *words_given])
            figure = picture.draw_panels([Run(self.run_folder)], options)
            meshes = [
                kind
                for kind in figure.axes[0].collections
                if type(kind).__name__ == "TriMesh"  # colours between nodes, of no single triangle
            ]
            self.assertEqual(bool(meshes), smooth, words_given)

    def test_arrows_have_the_length_that_their_key_says(self):
        frame = self.loaded()[10][1]
        arrows = Arrows("velocity", [], False)
        run = SimpleNamespace(type_of_body=lambda name: "deformable")
        arrows.look(run, 1e-4, frame)
        arrows.fit(layout.Layout((0, 0, 4, 2), 1, 1, 8.0), None)
        self.assertEqual(arrows.greatest, 1e4)
        length, text = arrows.key()
        self.assertEqual((length, text), (arrows.longest, "velocity 10 km/s"))

    def test_mean_forces_are_impulses_since_the_frame_before(self):
        (self.run_folder / "contacts.csv").write_text(
            "step,time_s,body_a,body_b,contacts,impulse_x_N_s,impulse_y_N_s\n"
            "1,8.9e-5,target,mover -- fast,1,100,0\n"
            "2,9.5e-5,target,mover -- fast,1,-3,0\n3,1e-4,target,mover -- fast,1,0,4\n"
        )
        at, forces = Arrows("mean_force", [], False).of(Run(self.run_folder), *self.loaded()[10])
        np.testing.assert_allclose(at, [[0.5, 0.5], [1.5, 0.5]])
        np.testing.assert_allclose(forces, [[-3e5, 4e5], [3e5, -4e5]], rtol=1e-9)

    def test_mean_forces_in_space_have_three_components(self):
        (self.run_folder / "contacts.csv").write_text(
            "step,time_s,body_a,body_b,contacts,impulse_x_N_s,impulse_y_N_s,impulse_z_N_s\n"
            "1,9.5e-5,target,mover -- fast,1,0,3,4\n"
        )
        times = "".join(f"{k},{k * 1e-5:g}\n" for k in range(11))
        (self.run_folder / "history.csv").write_text("step,time_s\n" + times)
        impulses = Run(self.run_folder).impulses(9e-5, 1e-4)
        np.testing.assert_allclose(impulses["target"], [0, 3, 4])
        np.testing.assert_allclose(impulses["mover - - fast"], [0, -3, -4])
        force = curves.Histories(Run(self.run_folder)).find("contact_forces")[0]
        np.testing.assert_allclose(force.values.max(), 5 / 1e-5, rtol=1e-9)
        time, frame = self.loaded()[10]
        frame.is_space, frame.view = True, Projection(-90, 0)  # x is right, z is up
        _, forces = Arrows("mean_force", [], False).of(Run(self.run_folder), time, frame)
        np.testing.assert_allclose(forces, [[0, 4e5], [0, -4e5]], rtol=1e-9, atol=1e-6)

    def test_panels_show_what_the_frames_hold(self):
        options = parse(
            "plot", [str(self.run_folder), "-t", "0", "1e-4", "--paths", "1", "--mesh", "on"]
        )
        figure = picture.draw_panels([Run(self.run_folder)], options)
        first, last = figure.axes[:2]
        self.assertEqual(last.get_xlim(), first.get_xlim())
        path = [line for line in last.lines if len(line.get_xdata()) == 11]
        self.assertEqual(len(path), 1)
        np.testing.assert_allclose(path[0].get_xdata()[[0, 10]], [2.5, 1.5])
        self.assertEqual([t.get_text() for t in last.texts], ["t = 100 µs"])


class Space(WithRun):
    POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], float)
    TETRAHEDRA = np.array([[0, 1, 2, 3], [4, 2, 1, 3]])  # the second one on a face of the first

    def test_the_surface_is_the_facets_of_one_tetrahedron_only_and_points_outwards(self):
        facets, owners = surface_of(self.TETRAHEDRA)
        self.assertEqual(len(facets), 6)
        self.assertEqual(owners.tolist(), [0, 0, 0, 1, 1, 1])
        for facet, owner in zip(facets, owners):
            a, b, c = self.POINTS[facet]
            inside = self.POINTS[self.TETRAHEDRA[owner]].mean(axis=0)
            self.assertGreater(np.dot(np.cross(b - a, c - a), a - inside), 0)

    def test_from_above_x_is_right_y_is_up_and_the_highest_facet_is_the_last(self):
        view = Projection(-90, 90)
        np.testing.assert_allclose(view.flat(self.POINTS), self.POINTS[:, :2], atol=1e-15)
        facets, _ = surface_of(self.TETRAHEDRA)
        seen, shade = view.visible(self.POINTS, facets)
        heights = self.POINTS[facets[seen]].mean(axis=1)[:, 2]
        self.assertTrue((np.diff(heights) >= 0).all())
        self.assertTrue(((shade > 0) & (shade <= 1)).all())

    def test_what_lies_behind_a_facet_is_hidden(self):
        view = Projection(-90, 90)
        square = np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float)
        curtain = Curtain(view, square, np.array([[0, 1, 2], [0, 2, 3]]))
        shown = curtain.shows(np.array([[0.5, 0.4, 0.5], [0.5, 0.4, 1.0], [0.3, 0.6, 2.0]]))
        self.assertEqual(shown.tolist(), [False, True, True])


class Curves(WithRun):
    def write(self, name, text):
        (self.run_folder / name).write_bytes(text.encode("utf-8", "surrogateescape"))

    def setUp(self):
        super().setUp()
        rows = "".join(f"{k},{k * 1e-5:g},{4 - k / 10},{k / 10},0,0,4\n" for k in range(11))
        self.write(
            "history.csv",
            "step,time_s,kinetic_energy_J,strain_energy_J,external_energy_J,"
            "contact_stored_energy_J,total_energy_J\n" + rows + "11,1.1",
        )
        self.write(
            "contacts.csv",
            "step,time_s,body_a,body_b,contacts,impulse_x_N_s,impulse_y_N_s\n"
            '2,2e-5,"a ""b"", $c\udcff",d,1,3,4\n3,3e-5,"a ""b"", $c\udcff",d,1,0,-6\n',
        )

    def find(self, wanted):
        return curves.Histories(Run(self.run_folder)).find(wanted)

    def test_energies_are_those_that_are_not_zero(self):
        self.assertEqual(
            [s.label for s in self.find("energies")],
            ["kinetic energy", "strain energy", "total energy"],
        )
        kinetic = self.find("kinetic_energy_J")[0]
        self.assertEqual((len(kinetic.times), kinetic.values[10], kinetic.unit), (11, 3.0, "J"))

    def test_contact_forces_are_impulses_over_time(self):
        forces = self.find("contact_forces")
        self.assertEqual([s.label for s in forces], ['d on a "b", $c\ufffd'])
        np.testing.assert_allclose(
            forces[0].values[[0, 1, 2, 3]], [0, 5 / 1e-5, 6 / 1e-5, 0], rtol=1e-9
        )

    def test_mean_forces_are_those_of_the_time_that_is_shown(self):
        shown = curves.Histories(Run(self.run_folder), 2e-5, 5e-5).find("contact_forces")[0]
        np.testing.assert_allclose(shown.times, [2.5e-5, 3.5e-5, 4.5e-5])
        np.testing.assert_allclose(shown.values, [6 / 1e-5, 0, 0], rtol=1e-9)

    def test_forces_that_are_rounding_are_zero(self):
        rows = "2,2e-5,,base,,1e-9,0\n3,3e-5,,wall,,2,0\n"
        self.write(
            "supports.csv", "step,time_s,support,body,group,impulse_x_N_s,impulse_y_N_s\n" + rows
        )
        forces = {series.label: series.values.max() for series in self.find("support_forces")}
        self.assertEqual(forces["base"], 0)  # beside an impulse of 6 N s
        self.assertAlmostEqual(forces["wall"], 2e5)

    def test_places_of_bodies_are_curves_too(self):
        series = self.find("1.x")[0]
        np.testing.assert_allclose(series.values, 2.5 - 0.1 * np.arange(11), rtol=1e-12)
        self.assertEqual(series.label, "position x of mover - - fast")

    def test_columns_of_other_tables_are_curves(self):
        self.write("probes.csv", "step,time_s,1.x,tip.u_x_m\n0,0,7,0\n1,1e-5,8,2e-3\n")
        tip = self.find("tip.u_x_m")[0]
        self.assertEqual((tip.label, tip.unit, tip.values.tolist()), ("tip.u x", "m", [0, 2e-3]))
        self.assertEqual(
            self.find("1.x")[0].values.tolist(), [7, 8]
        )  # a column comes before a body
        self.assertEqual(self.find("contacts.csv:contacts")[0].values.tolist(), [1, 1])

    def test_filtered_forces_are_the_answer_to_a_blow_in_closed_form(self):
        step, blow, cutoff = 5e-6, 2000, 1000.0
        rows = [f"{i},{i * step!r},0,0" for i in range(4001)]
        self.write("history.csv", "step,time_s,kinetic_energy_J,strain_energy_J\n" + "\n".join(rows))
        self.write(
            "contacts.csv",
            "step,time_s,body_a,body_b,impulse_x_N_s,impulse_y_N_s\n"
            f"{blow},{blow * step!r},a,b,0,-3\n",
        )
        through = filters.Filter("CFC600")
        self.assertEqual((through.cutoff, through.name), (cutoff, "CFC 600"))
        force = curves.Histories(Run(self.run_folder), through=through).find("contact_forces")[0]
        self.assertEqual(force.how, "CFC 600")
        design = 2 * math.pi * cutoff * (math.sqrt(2) - 1) ** -0.25
        x = design * np.abs(force.times - (blow - 0.5) * step) / math.sqrt(2)
        known = 3 * design / math.sqrt(8) * np.exp(-x) * np.abs(np.cos(x) + np.sin(x))
        np.testing.assert_allclose(force.values, known, atol=3e-3 * known.max())

    def through(self, wanted):
        found = curves.Histories(Run(self.run_folder), through=filters.Filter("20000")).find(wanted)
        return found[0]

    def test_filtered_impulses_are_one_force_in_all_tables_and_at_any_rows(self):
        rng, step, count = np.random.default_rng(3), 1e-6, 600
        impulse = 1e-3 * (1 + np.sin(np.arange(count) / 90)) + 1e-4 * rng.random(count)
        impulse[0] = 0
        found = {}
        for every in (1, 3):
            rows = range(0, count, every)
            sums = [impulse[max(0, r - every + 1) : r + 1].sum() for r in rows]
            mean = ["", *(s / (every * step) for s in sums[1:])]
            self.write(
                "history.csv",
                "step,time_s,support_impulse_y_N_s,contact_energy_J\n"
                + "".join(f"{r},{r * step!r},{s!r},{2 * s!r}\n" for r, s in zip(rows, sums)),
            )
            self.write(
                "probes.csv",
                "step,time_s,k.impulse_y_N_s,k.force_y_N\n"
                + "".join(f"{r},{r * step!r},{s!r},{m}\n" for r, s, m in zip(rows, sums, mean)),
            )
            self.write(
                "contacts.csv",
                "step,time_s,body_a,body_b,impulse_x_N_s,impulse_y_N_s\n"
                + "".join(f"{r},{r * step!r},a,b,0,{s!r}\n" for r, s in zip(rows, sums) if r),
            )
            force = self.through("contact_forces")
            for name in (
                "support_impulse_y_N_s",
                "k.impulse_y_N_s",
                "k.force_y_N",
                "contacts.csv:impulse_y_N_s",
            ):
                same = self.through(name)
                self.assertEqual((same.unit, "impulse" in same.label), ("N", False))
                np.testing.assert_allclose(same.values, force.values, rtol=1e-9)
                np.testing.assert_allclose(same.times, force.times, rtol=1e-9)
            power = self.through("contact_energy_J")
            self.assertEqual((power.label, power.unit), ("rate of contact energy", "W"))
            np.testing.assert_allclose(power.values, 2 * force.values, rtol=1e-9)
            found[every] = force
        at = np.interp(found[3].times, found[1].times, found[1].values)
        # At its ends, where it is turned about the first and last row, a curve depends on these.
        np.testing.assert_allclose(found[3].values[20:-20], at[20:-20], atol=5e-3 * at.max())

    def test_impulses_of_several_bodies_at_one_time_are_no_curve_to_filter(self):
        self.write(
            "contacts.csv",
            "step,time_s,body_a,body_b,impulse_x_N_s,impulse_y_N_s\n1,1e-5,a,b,0,1\n1,1e-5,a,c,0,1\n",
        )
        with self.assertRaisesRegex(words.PlotError, "take contact_forces or support_forces"):
            self.through("contacts.csv:impulse_y_N_s")

    def test_curves_of_one_name_have_that_of_their_table(self):
        self.write(
            "supports.csv",
            "step,time_s,support,body,group,impulse_x_N_s,impulse_y_N_s\n2,2e-5,,base,,1,0\n3,3e-5,,base,,2,0\n",
        )
        wanted = ["contacts.csv:impulse_x_N_s", "supports.csv:impulse_x_N_s", "kinetic_energy_J", "energies"]
        figure = curves.draw_curves(
            [Run(self.run_folder)], parse("plot", ["run", "--curves", *wanted])
        )
        names = [[t.get_text() for t in axes.get_legend().get_texts()] for axes in figure.axes]
        self.assertEqual(names[0], ["impulse x (contacts.csv)", "impulse x (supports.csv)"])
        self.assertEqual(names[1], ["kinetic energy", "strain energy", "total energy"])

    def test_labels_of_logarithmic_axes_are_no_source_of_formulas(self):
        for largest in (1e-7, 3e-2, 1.0, 4e5):
            rows = "".join(f"{k},{k * 1e-5:g},{largest * 10 ** -(k / 2)}\n" for k in range(9))
            self.write("history.csv", "step,time_s,kinetic_energy_J\n" + rows)
            options = parse("plot", ["run", "--log", "--curves", "kinetic_energy_J"])
            figure = curves.draw_curves([Run(self.run_folder)], options)
            figure.canvas.draw()
            labels = [label.get_text() for label in figure.axes[0].get_yticklabels()]
            told = [label for label in labels if label]
            self.assertGreater(len(told), 2)
            for label in told:
                self.assertRegex(label, "^10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+$")

    def test_a_sine_at_the_cut_off_keeps_71_percent(self):
        for per_period in (7, 40, 400):
            times = np.linspace(0, 0.5, 150 * per_period + 1)
            sine = np.sin(2 * math.pi * 300 * times)
            out = filters.Filter("300").applied(times, sine)
            middle = (times > 0.15) & (times < 0.35)
            gain = (out * sine)[middle].sum() / (sine * sine)[middle].sum()
            self.assertAlmostEqual(gain, 1 / math.sqrt(2), 3)

    def test_a_filter_that_rows_cannot_carry_is_refused(self):
        with self.assertRaisesRegex(words.PlotError, "cut-offs up to 167 Hz"):
            filters.Filter("CFC180").applied(np.linspace(0, 1, 1001), np.ones(1001))
        for given, kept in [("cfc 180", "CFC180"), ("300 Hz", "300"), ("2.5e3", "2500")]:
            self.assertEqual(parse("plot", ["r", "--curves", "energies", "--filter", given]).filter, kept)

    def test_curves_of_several_runs_lie_over_each_other(self):
        options = parse("plot", ["a", "b", "--curves", "energies", "contact_forces"])
        figure = curves.draw_curves([Run(self.run_folder)] * 2, options)
        energies, forces = figure.axes
        self.assertEqual((len(energies.lines), len(forces.lines)), (6, 2))
        self.assertEqual(
            (energies.get_ylabel(), forces.get_ylabel()),
            ("energy [J]", "contact force, d on a \"b\", $c\ufffd [kN]\nmean over 10 µs"),
        )
        np.testing.assert_allclose(forces.lines[0].get_ydata()[1], 500)
        self.assertEqual(forces.get_xlabel(), "time [µs]")

    def test_names_that_begin_with_an_underscore_are_in_the_legend(self):
        other = self.run_folder.with_name("_run")
        shutil.copytree(self.run_folder, other)
        options = parse("plot", ["run", "_run", "--curves", "kinetic_energy_J"])
        figure = curves.draw_curves([Run(self.run_folder), Run(other)], options)
        names = [text.get_text().strip() for text in figure.axes[0].get_legend().get_texts()]
        self.assertEqual(names, ["run", "_run"])

    def test_an_unknown_column_is_answered_by_the_nearest(self):
        with self.assertRaisesRegex(
            words.PlotError, '"kinetik_energy_J" is no column; did you mean "kinetic_energy_J"'
        ):
            self.find("kinetik_energy_J")
        with self.assertRaisesRegex(
            words.PlotError, '"force" is no column; did you mean "contact_forces" or "support_forces"'
        ):
            self.find("force")
        with self.assertRaisesRegex(
            words.PlotError,
            "there is no table .*; tables of this run: contacts.csv and history.csv",
        ):
            self.find("probs.csv:a")
        self.write("probes.csv", "step,time_s,on_kerb.force_x_N,on_kerb.force_y_N\n0,0,1,2\n")
        with self.assertRaisesRegex(
            words.PlotError, 'did you mean .*"on_kerb.force_x_N" or "on_kerb.force_y_N"'
        ):
            self.find("force")


def seen(points, *planes):
    """A frame of nothing but points and half-spaces."""
    points = np.array(points, float)
    planes = [(0, np.array(normal, float), np.array(point, float)) for normal, point in planes]
    return SimpleNamespace(
        body_points=lambda: points,
        is_space=any(normal[2] != 0 for _, normal, _ in planes),
        half_spaces=planes,
    )


class HalfSpaces(WithRun):
    def test_a_line_is_clipped_to_the_view_and_by_other_half_spaces(self):
        slope = np.array([-1, 1]) / math.sqrt(2), np.zeros(2)
        ends = half_spaces.part_in_view(*slope, [], (-1, -2, 3, 2))
        np.testing.assert_allclose(sorted(map(tuple, ends)), [(-1, -1), (2, 2)], atol=1e-12)
        wall = np.array([1.0, 0, 0]), np.array([0.5, 9, 0])
        ends = half_spaces.part_in_view(*slope, [wall], (-1, -2, 3, 2))
        np.testing.assert_allclose(sorted(map(tuple, ends)), [(0.5, 0.5), (2, 2)], atol=1e-12)
        level = np.array([0.0, 1]), np.array([0, -2.5])  # below the view, and below another floor
        self.assertIsNone(half_spaces.part_in_view(*level, [], (-1, -2, 3, 2)))
        above = np.array([0.0, 1, 0]), np.array([0.0, 0, 0])
        self.assertIsNone(half_spaces.part_in_view(*level, [above], (-9, -9, 9, 9)))

    def test_a_patch_lies_in_its_plane_below_the_bodies(self):
        ground = half_spaces.Ground()
        floor, wall = (np.array([0.0, 0, 1]), np.zeros(3)), (np.array([1.0, 0, 0]), np.array([1, 0, 0]))
        ground.look(seen([[1, 2, 1], [3, 3, 2]], floor))
        corners = ground.patch(*floor, [])
        known = [(x, y, 0) for x in (0.7, 3.3) for y in (1.7, 3.3)]
        np.testing.assert_allclose(sorted(map(tuple, corners)), known, atol=1e-12)
        corners = ground.patch(*floor, [wall])
        known = [(x, y, 0) for x in (1, 3.3) for y in (1.7, 3.3)]
        np.testing.assert_allclose(sorted(map(tuple, corners)), known, atol=1e-12)

    def test_of_a_corner_of_a_polygon_the_free_side_is_kept(self):
        square = [np.array(corner, float) for corner in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0))]
        normal = -np.array([1, 1, 0]) / math.sqrt(2)
        kept = half_spaces.cut(square, normal, np.array([0.75, 0.75, 0]))
        known = [(0, 0, 0), (1, 0, 0), (1, 0.5, 0), (0.5, 1, 0), (0, 1, 0)]
        np.testing.assert_allclose(kept, known, atol=1e-12)
        self.assertEqual(half_spaces.cut(square, normal, np.array([-1, 0, 0])), [])

    def test_a_view_holds_half_spaces_that_are_near_and_no_others(self):
        ground = half_spaces.Ground()
        far = ((0, 1, 0), (0, -100, 0))
        ground.look(seen([[0, 0.5, 0], [2, 1.5, 0]], ((0, 1, 0), (7, 0, 0)), far))
        marks = ground.marks(lambda points: points[:, :2])
        np.testing.assert_allclose(sorted(map(tuple, marks)), [(1, -0.08), (1, 0)], atol=1e-12)


if __name__ == "__main__":
    style.set_style()
    main()
