#!/usr/bin/env bash
# Every relative link of every page leads somewhere, and every plugin has a page: README.md in its folder.
#
#   links.sh REPOSITORY    or the folder with the pages of an installation
set -euo pipefail
cd "$1"
bad=0 seen=0
while IFS=: read -r page link; do
  link=${link#](}
  link=${link%%[)#]*}
  case $link in '' | http*) continue ;; esac
  seen=$((seen + 1))
  folder=${page%/*}
  if [ "$folder" = "$page" ]; then folder=.; fi
  if [ ! -e "$folder/$link" ]; then
    echo "$page links to $link, which is not there"
    bad=1
  fi
done < <(grep -oHE '\]\([^)]+\)' README.md CHANGELOG.md docs/*.md docs/*/*.md plugins/*/*/README.md)
for folder in plugins/*/*/; do
  if [ ! -e "${folder}README.md" ]; then echo "${folder}README.md is missing"; bad=1; fi
done
if [ "$seen" = 0 ]; then echo "no link was seen"; bad=1; fi
exit "$bad"
