#!/usr/bin/env bash
# Looks at every PDF of a folder with tools that are not ours: sound structure, embedded fonts, boxes, words, credits.
set -euo pipefail
count=0
fail() { echo "$1" >&2; exit 1; }
while IFS= read -r file; do
  qpdf --check "$file" >/dev/null || fail "$file: qpdf finds faults"
  pdffonts "$file" | tail -n +3 | awk '{ if ($(NF-4) != "yes") exit 1 }' || fail "$file: a font is not embedded"
  [ "$(pdffonts "$file" | wc -l)" -gt 2 ] || fail "$file: no fonts"
  case "$file" in
    *-a4.pdf) size="595.28 841.89" ;;
    *-letter.pdf) size="612.00 792.00" ;;
    *) fail "$file: neither A4 nor Letter" ;;
  esac
  boxes=$(pdfinfo -box -f 1 -l 9999 "$file" 2>/dev/null)
  echo "$boxes" | awk -v size="$size" '
    / MediaBox:/ { pages++; split(size, want, " "); if (($6 - want[1]) ^ 2 > 0.01 || ($7 - want[2]) ^ 2 > 0.01) exit 1 }
    END { if (!pages) exit 1 }' || fail "$file: not every page is $size pt"
  if [[ $file == */cards-* ]]; then
    # The block of finished cards is the same on every page, and the bleed lies round it.
    echo "$boxes" | awk '
      / BleedBox:/ { bleed[1] = $4; bleed[2] = $5; bleed[3] = $6; bleed[4] = $7 }
      / TrimBox:/ {
        trims[$4 " " $5 " " $6 " " $7]
        if ($4 <= bleed[1] || $5 <= bleed[2] || $6 >= bleed[3] || $7 >= bleed[4]) bad = 1
      }
      END { for (trim in trims) n++; exit bad || n != 1 }' || fail "$file: finished cards and bleed do not agree"
  fi
  text=$(pdftotext "$file" -)
  [ "$(wc -w <<<"$text")" -gt 50 ] || fail "$file: hardly any text"
  # Whoever the metadata names as an artist is named on paper as well, with the terms, if need be over several lines.
  subject=$(pdfinfo "$file" 2>/dev/null | sed -n 's/^Subject: *//p')
  [ -n "$subject" ] || fail "$file: does not say who made what it shows"
  tight=$(tr -d '[:space:]' <<<"$text")
  artists=$(sed -n 's/^Icons by \(.*\), game-icons\.net, CC BY 3\.0.*/\1/p' <<<"$subject")
  if [ -n "$artists" ]; then
    while IFS= read -r artist; do
      [[ $tight == *"${artist// /}"* ]] || fail "$file: $artist is not named"
    done < <(sed 's/ and /, /; s/, /\n/g' <<<"$artists")
    [[ $tight == *game-icons.net,CCBY3.0* ]] || fail "$file: the terms of the icons are not told"
  elif [[ $file == */cards-* ]]; then
    fail "$file: cards with icons that nobody drew"
  fi
  count=$((count + 1))
done < <(find "$1" -name '*.pdf' | sort)
[ "$count" -gt 0 ] || fail "no PDF in $1"
echo "$count PDFs: structure, fonts, paper, text and credits are sound"
