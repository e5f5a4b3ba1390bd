"""The command lines of `tactus plot` and `tactus movie`. Needs nothing but Python itself, so that
--help and errors of the command line are there without numpy and matplotlib."""

import argparse
import difflib
import math
import re

PLOT = """Draws frames of a run as panels in one picture, or its history as curves.

A picture shows bodies in colours, or a field (--colour), at several times in a row; with arrows of
velocity or contact force (--arrows) and the paths of bodies or nodes (--paths). Of bodies in space it shows the surface, seen from far away
(--view). Several runs stand
below each other, or their curves over each other.

A configuration (SCENE.json) is drawn before it is run: bodies and their names, groups of their meshes, supports
and where they move, loads and initial velocities. --set POINTER=VALUE changes it as for `tactus run`."""

PLOT_MORE = """
fields of --colour, each with its unit and with a prefix that fits (MPa, mm):
  von_mises, pressure, stress_xx, stress_yy, stress_zz, stress_xy, stress_max and stress_min
  (principal stresses), velocity, velocity_x, velocity_y, displacement, displacement_x,
  displacement_y, contact_force, contact_force_x, contact_force_y, contact_pressure, contact_shear,
  contact_state (0 open, 1 sticks, 2 slips), zone (rigid impact zones),
  and what materials remember (plastic_strain, dissipated). Stresses are Cauchy's, one value per
  element. A field that is zero up to rounding is drawn in one colour, and the picture says so.

curves (--curves), each with the unit that its name ends with:
  a column of history.csv (or probes.csv), FILE.csv:COLUMN of another table;
  energies         the energies of history.csv that are not zero
  contact_forces   forces between each two bodies, from the impulses of contacts.csv: means over 200
                   equal parts of the time, which the axis states, or filtered (--filter)
  support_forces   forces of supports, from supports.csv, likewise
  BODY.x, BODY.y, BODY.z, BODY.path   where a body's centre is, and how far from its start

examples:
  tactus plot configs/paper/four_squares.json
  tactus plot runs/four_squares
  tactus plot runs/four_squares -t 0 2.4e-4 6.4e-4 --colour von_mises --out stress.svg
  tactus plot runs/four_squares -t 6.4e-4 --arrows velocity --view 0.5 -0.8 2 0.7
  tactus plot runs/pool -t 0 8e-3 --paths all --fit cue disk_1 disk_15
  tactus plot runs/coarse runs/fine -n 3 --colour pressure --range -1e9 1e9
  tactus plot runs/four_squares runs/damped --curves energies contact_forces
  tactus plot runs/crash --curves contact_forces --filter CFC600

exit codes: 0 done; 2 something is wrong with the command, a run folder or a file, or a package is
missing (./dev setup --report); 130 interrupted; 1 a bug.
"""

MOVIE = """Makes a movie of a run's frames: GIF, or MP4 through ffmpeg."""

MOVIE_MORE = """
Fields, arrows and paths are those of `tactus plot`. Colours and arrows have one scale in all
frames.

examples:
  tactus movie runs/four_squares
  tactus movie runs/pool --colour von_mises --fps 20 --out pool.mp4
  tactus movie runs/tower --arrows contact_force --view -1.6 -0.15 2.6 2.15

exit codes: as those of `tactus plot`. MP4 needs ffmpeg (./dev setup --movie).
"""


class Parser(argparse.ArgumentParser):
    """argparse with the errors of the program: what is wrong, the nearest option, where help is."""

    def __init__(self, command, **keywords):
        super().__init__(
            prog=f"tactus {command}",
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            **keywords,
        )
        # argparse takes -1e9 for an option.
        self._negative_number_matcher = re.compile(r"^-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")

    def error(self, message):
        self.exit(2, f"{message}\nsee: {self.prog} --help\n")

    def parse(self, arguments):
        options, rest = self.parse_known_args(arguments)
        if rest and rest[0].partition("=")[0] == "--set":
            self.error("--set changes a configuration before it is run: tactus plot SCENE.json --set ...")
        if rest:
            known = [name for name in self._option_string_actions if name.startswith("--")]
            given = rest[0].partition("=")[0]
            near = [name for name in known if len(given) > 2 and name.startswith(given)]
            near = near or difflib.get_close_matches(given, known, 1, 0.6)
            guess = f'did you mean "{near[0]}"?' if near else f"options are {', '.join(known)}"
            name = self.prog.rpartition(" ")[2]
            self.error(
                f"{rest[0]} is no option of {name}; {guess}"
                if rest[0].startswith("-")
                else f"not expected: {' '.join(rest)}"
            )
        return options


def number(text):
    """A finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f'"{text}" given; allowed: a number')
    return value


def positive(text):
    value = number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f'"{text}" given; allowed: a number > 0')
    return value


def between(low, high, kind=float):
    def check(text):
        value = number(text)
        if not low <= value <= high or (kind is int and value != int(value)):
            what = "a whole number" if kind is int else "a number"
            raise argparse.ArgumentTypeError(
                f'"{text}" given; allowed: {what} from {low:g} to {high:g}'
            )
        return kind(value)

    return check


def channel_filter(text):
    """ "CFC180" or "300", as filters.Filter takes them."""
    word = re.sub(r"[ _]", "", text).upper().removesuffix("HZ")
    if word in ("CFC60", "CFC180", "CFC600", "CFC1000"):
        return word
    try:
        return f"{positive(word):.17g}"
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(
            f'"{text}" given; allowed: CFC60, CFC180, CFC600, CFC1000 or a cut-off in Hz'
        ) from None


def add_look(parser, width, dpi):
    look = parser.add_argument_group("what is shown")
    look.add_argument(
        "--colour",
        "--color",
        default="body",
        metavar="FIELD",
        help="a field; without it each body has a colour of its own",
    )
    look.add_argument(
        "--range",
        type=number,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="of the field's colours, in its SI unit; default: what is there",
    )
    look.add_argument(
        "--smooth",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="a field of elements as the mean at nodes, interpolated; pressure is shown so unless --no-smooth is "
        "given, because linear triangles lock and theirs swings from element to element",
    )
    look.add_argument(
        "--arrows",
        nargs="+",
        default=[],
        choices=["velocity", "contact_force", "mean_force"],
        metavar="FIELD",
        help="velocity or contact_force of nodes (of the step that ends there), or mean_force: the "
        "mean contact force on each body since the frame before, at its centre; also several",
    )
    look.add_argument(
        "--no-arrows-on",
        nargs="+",
        default=[],
        metavar="BODY",
        help="no arrows on these; forces have none on obstacles in any case",
    )
    look.add_argument("--arrow-length", type=positive, metavar="INCH", help="of the longest arrow")
    look.add_argument(
        "--paths",
        nargs="+",
        default=[],
        metavar="BODY",
        help="paths of centres of mass up to the time shown: names, numbers (from 0), "
        "an array, \"all\", or a node as BODY@X,Y (in space BODY@X,Y,Z) by its place at the start",
    )
    look.add_argument("--names", action="store_true", help="names of bodies, in them")
    seen = parser.add_argument_group("how it is shown")
    seen.add_argument(
        "--view",
        type=number,
        nargs="+",
        metavar="NUMBER",
        help="X0 Y0 X1 Y1: what is seen [m]; default: all of it. In space AZIMUTH ELEVATION "
        "[degrees]: from where it is seen, counter-clockwise from x and above the plane of x and y "
        "(-60 25); or both, AZIMUTH ELEVATION X0 Y0 X1 Y1, right and up in the picture",
    )
    seen.add_argument(
        "--fit", nargs="+", default=[], metavar="BODY", help="a view that holds these bodies"
    )
    seen.add_argument(
        "--mesh",
        choices=["auto", "on", "off"],
        default="auto",
        help="edges of elements; auto: where all are large enough to be seen",
    )
    seen.add_argument(
        "--map",
        metavar="NAME",
        help="matplotlib's colour map of a field " "(YlOrRd; RdBu_r for what has both signs)",
    )
    seen.add_argument("--no-scale-bar", dest="scale_bar", action="store_false")
    seen.add_argument("--title", default="", help="above the picture")
    seen.add_argument(
        "--width",
        type=between(1, 60),
        default=width,
        metavar="INCH",
        help=f"of the picture ({width:g})",
    )
    seen.add_argument(
        "--dpi", type=between(20, 1200), default=dpi, help=f"pixels per inch ({dpi:g})"
    )


def plot_parser():
    parser = Parser(
        "plot", description=PLOT, epilog=PLOT_MORE, usage="tactus plot RUN... | SCENE.json [OPTIONS]"
    )
    parser.add_argument("runs", metavar="RUN", nargs="+", help="folders of runs, or a configuration (SCENE.json)")
    parser.add_argument(
        "-o", "--out", help="picture to write: .png, .svg or .pdf (RUN/plot.png, SCENE.png)"
    )
    # The program has written the scene into a folder for temporary files.
    parser.add_argument("--scene", action="store_true", help=argparse.SUPPRESS)
    when = parser.add_argument_group("which times")
    when.add_argument(
        "-t",
        "--times",
        type=number,
        nargs="+",
        metavar="S",
        help="times of the panels [s]; the nearest frames are shown",
    )
    when.add_argument(
        "-n",
        "--panels",
        type=between(1, 100, int),
        default=4,
        metavar="N",
        help="without --times: so many frames, evenly (4)",
    )
    when.add_argument(
        "--columns", type=between(1, 100, int), metavar="N", help="panels in a row (all)"
    )
    curves = parser.add_argument_group("curves instead of frames")
    curves.add_argument("--curves", nargs="+", metavar="COLUMN", help="see below")
    curves.add_argument(
        "--filter",
        type=channel_filter,
        metavar="CFC|HZ",
        help="CFC60, CFC180, CFC600 or CFC1000 of SAE J211, or the cut-off in Hz, at which a sine keeps 71 %% of "
        "its size: Butterworth's filter, forwards and backwards",
    )
    curves.add_argument("--log", action="store_true", help="logarithmic values")
    curves.add_argument("--start", type=number, metavar="S", help="curves begin here [s]")
    curves.add_argument("--end", type=number, metavar="S", help="curves end here [s]")
    add_look(parser, 8.0, 200)
    return parser


def movie_parser():
    parser = Parser(
        "movie", description=MOVIE, epilog=MOVIE_MORE, usage="tactus movie RUN [OPTIONS]"
    )
    parser.add_argument("runs", metavar="RUN", nargs=1, help="folder of a run")
    parser.add_argument("-o", "--out", help="movie to write: .gif or .mp4 (RUN/movie.gif)")
    when = parser.add_argument_group("which times")
    when.add_argument("--start", type=number, metavar="S", help="time of the first frame [s]")
    when.add_argument("--end", type=number, metavar="S", help="time of the last frame [s]")
    when.add_argument(
        "--most",
        type=between(1, 10000, int),
        default=200,
        metavar="N",
        help="at most so many frames, evenly (200)",
    )
    when.add_argument(
        "--fps", type=between(0.1, 50), default=12, help="frames per second of the movie (12)"
    )
    add_look(parser, 5.0, 120)
    return parser


OF_PANELS, OF_CURVES = ["times", "panels", "columns"], ["filter", "log", "start", "end"]
OF_FIELDS, OF_ARROWS = ["range", "smooth", "map"], ["no_arrows_on", "arrow_length"]
OF_FRAMES = ["colour", "arrows", "paths", "names", "view", "fit", "mesh", "scale_bar"]


def without_effect(command, options):
    """Options that change nothing of what is drawn, and why: [(names, why)]."""
    if command == "plot" and options.scene:
        yield [*OF_PANELS, *OF_CURVES, "curves", "arrows", "paths"], "a scene is drawn as it is before the first step"
    elif command == "plot" and options.curves:
        yield [*OF_PANELS, *OF_FIELDS, *OF_ARROWS, *OF_FRAMES], "--curves draws no frames"
        return
    elif command == "plot":
        yield OF_CURVES, "it is for --curves"
        yield ["panels"] if options.times else [], "--times says which frames are shown"
        yield ["columns"] if len(options.runs) > 1 else [], "each run has a row of its own"
    yield OF_FIELDS if options.colour == "body" else [], "no field is shown: name one with --colour"
    yield OF_ARROWS if not options.arrows and not getattr(options, "scene", False) else [], "there are no --arrows"
    yield ["fit"] if options.view else [], "--view says what is seen"


def refuse_without_effect(parser, command, options, arguments):
    """Names the first option that was given in vain, as it was written."""
    of_words = parser._option_string_actions
    given = {}
    for word in arguments:
        name = word.partition("=")[0]
        name = name if name.startswith("--") or len(name) < 2 else name[:2]  # -n4
        if name in of_words:
            given.setdefault(of_words[name].dest, name)
    for names, why in without_effect(command, options):
        for name in names:
            if name in given:
                parser.error(f"{given[name]} has no effect here: {why}")


def parse(command, arguments):
    parser = plot_parser() if command == "plot" else movie_parser()
    options = parser.parse(arguments)
    options.direction = None
    if command == "plot" and options.scene and len(options.runs) > 1:
        parser.error("a configuration (SCENE.json) is drawn alone")
    if options.view and len(options.view) not in (2, 4, 6):
        parser.error(
            "--view takes 4 numbers, X0 Y0 X1 Y1; in space 2, AZIMUTH ELEVATION, or 6, both"
        )
    if options.view and len(options.view) in (2, 6):
        options.direction, options.view = options.view[:2], options.view[2:]
        if not -90 <= options.direction[1] <= 90:
            parser.error("--view takes an ELEVATION from -90 to 90 degrees")
    if options.view and not (
        options.view[0] < options.view[2] and options.view[1] < options.view[3]
    ):
        parser.error("--view takes the lower left and the upper right corner: X0 < X1 and Y0 < Y1")
    if options.range and not options.range[0] < options.range[1]:
        parser.error("--range takes LOW < HIGH")
    refuse_without_effect(parser, command, options, arguments)
    if options.smooth is None:
        options.smooth = options.colour == "pressure"
    options.margin = (
        0.11 if options.arrows else 0.04
    )  # of the view: room for arrows that point outwards
    return options
