"""Builds a plugin with one source changed, beside the build that it is taken from."""
import functools
import pathlib
import re
import shlex
import shutil
import subprocess


class Workshop:
    """@param root  of the sources; @param build  a build folder, made by Ninja"""

    def __init__(self, root, build):
        self.root, self.build = root, build

    def plugins(self):
        """KIND/NAME of the plugins that ship."""
        made = (self.build / "lib/tactus/plugins").glob("*.so")
        names = {file.stem for file in made}
        folders = [file.parent for file in (self.root / "plugins").glob("*/*/CMakeLists.txt")]
        return sorted(f"{f.parent.name}/{f.name}" for f in folders if f.name in names)

    def sources(self, plugin):
        folder = self.root / "plugins" / plugin
        files = sorted([*folder.glob("*.cpp"), *folder.glob("*.hpp")])
        return [file for file in files if "test" not in file.stem]

    @functools.lru_cache(maxsize=None)
    def commands(self, plugin):
        """Those that compile the plugin's own sources, and the one that links it."""
        name = plugin.split("/")[1]
        told = subprocess.run(["ninja", "-t", "commands", f"lib/tactus/plugins/{name}.so"], cwd=self.build,
                              capture_output=True, text=True, check=True).stdout.splitlines()
        folder = f"{self.root}/plugins/{plugin}/"
        compiling = [line for line in told if re.search(rf" -c {re.escape(folder)}\S+$", line)]
        return compiling, told[-1]

    def make(self, plugin, mutation, into):
        """The library, or None where it does not compile. `into` is a folder of its own."""
        sources = into / "sources"
        shutil.rmtree(into, ignore_errors=True)
        shutil.copytree(self.root / "plugins" / plugin, sources)
        changed = self.root / mutation.file
        (sources / changed.name).write_text(mutation.apply(changed.read_text()))
        compiling, link = self.commands(plugin)
        library = into / f"{plugin.split('/')[1]}.so"
        link = link.replace(f"-o lib/tactus/plugins/{library.name}", f"-o {shlex.quote(str(library))}")
        for line in compiling:
            source, made = re.search(r" -c (\S+)$", line)[1], re.search(r" -o (\S+)", line)[1]
            name = pathlib.Path(source).name
            if name != changed.name and f'"{changed.name}"' not in pathlib.Path(source).read_text() and \
                    changed.suffix == ".cpp":
                continue
            new = into / (name + ".o")
            line = re.sub(r" -MD -MT \S+ -MF \S+", "", line).replace("/usr/bin/ccache ", "").replace(" -Werror", "")
            line = line.replace(f" -o {made}", f" -o {new}").replace(source, str(sources / name))
            line = line.replace(" -c ", f" -I{self.root} -c ")
            if subprocess.run(line, shell=True, cwd=self.build, capture_output=True).returncode:
                return None
            link = link.replace(f" {made}", f" {new}", 1)
        if subprocess.run(link, shell=True, cwd=self.build, capture_output=True).returncode:
            return None
        return library
