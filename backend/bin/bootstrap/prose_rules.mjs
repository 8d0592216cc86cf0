import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { at } from './paths.mjs'

/** Words that make readers stop, with what to write in their place. They count in comments, names and texts alike. */
const rules = [
  [/\b(told|tells)\b/i, 'report, log, send, say; or name who does it'],
  [/\b(who|whom|what)soever\b|\bwhoever\b/i, 'anyone who, the caller, people who'],
  [/\b(some|any|every|no)body\b/i, 'the caller, the worker, a person, no one'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'while …, or nothing'],
  [/\b(nowhere|heed(s|ed)?|mend(s|ed)?)\b/i, 'a common word: ignore, fix, repair'],
  [/\bof it\b/i, 'the name of the thing'],
  [/\b(lie|lies) in\b/i, 'is in'],
  [/\bstands\b/i, 'is, appears, is stored'],
  [/\bbeside\b/i, 'next to, with, in addition'],
  [/\baside\b/i, 'separately, in the reader process'],
  [/(?<!\bno )\bsuch\b(?! as\b)/i, 'this, these, or the name of the thing'],
  [/\bfor good\b/i, 'permanently'],
  // Lower case: German nouns begin with a capital.
  [/\b(organisation|behaviour|catalogue|favour|honour)/, 'US spelling'],
]

/** Files that the rules skip: words of the specification and of other programs, and generated files. */
const excluded =
  /(\.de\.ts|\.de\.json|package-lock\.json|openapi\.json|\.(png|svg|woff2|ico|wasm))$|^docs\/reference\/|^backend\/client\/index\.d\.ts$|\/(prose|word)_rules\.mjs$/
/** Texts that keep such a word, because it means what it says. */
const allowed = [
  'component="aside"', // The element of HTML.
  'anew=true', // A query parameter of the API.
  '"anew"',
  "anew'",
  'anew:',
  'query.anew',
  "It's a Secret to Everybody", // A published test vector.
]

/** `npm run check`, the part "prose": exits with 1 when a tracked text holds a word of the list. Paths narrow it. */
function main(paths) {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: at() })
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => file && !excluded.test(file))
  const found = files.flatMap(wordsIn)
  if (found.length > 0) console.log([...found, `${found.length} words to replace.`].join('\n'))
  process.exitCode = found.length > 0 ? 1 : 0
}

function wordsIn(file) {
  const text = readFileSync(at(file), 'utf8')
  if (text.includes('\0')) return []
  return text.split('\n').flatMap((line, index) => {
    if (allowed.some((kept) => line.includes(kept))) return []
    return rules.flatMap(([word, better]) => {
      const found = word.exec(line)?.[0]
      return found ? [`${file}:${index + 1}: "${found}". Write: ${better}`] : []
    })
  })
}

main(process.argv.slice(2))
