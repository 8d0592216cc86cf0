import { globSync, readFileSync } from 'node:fs'
import { at } from './paths.mjs'

/** Words that make readers stop, with what to write in their place. */
const rules = [
  [/\b(whoever|whosoever)\b/i, 'anyone who, people who'],
  [/\b(some|any|every)body\b/i, 'someone, anyone, everyone'],
  [/\bnobody\b/i, 'no one'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'in between, or nothing'],
  [/\b(nowhere|heed|mend(ed|s)?)\b/i, 'a common word'],
  [/\bof it\b/i, 'the name of the thing'],
  [/\bleft empty\b|\bEmpty: [a-z]/i, 'Leave empty to …'],
  [/\blies? in\b/i, 'is in'],
  [/\bstands? (here|there|below|above|on|in|where)\b/i, 'appears'],
  [/\bat once\b/i, 'immediately'],
  [/\blet into?\b/i, 'has access, can sign in'],
  [/\bfor good\b/i, 'permanently'],
  [/\bby hand\b/i, 'manually, or nothing'],
  [/\bas usual\b/i, 'the default'],
  [/\b(colour|organisation|licence)/i, 'US spelling'],
]

/** Texts that keep such a word, because it means what it says. */
const allowed = ['"maxConcurrent": "Calls at Once"']

const advice = 'The console speaks plain US English: verb first, and each thing by its name.'

/** `npm run check`, the part "words": exits with 1 when an English text of the console holds a word of the list. */
function main() {
  const files = globSync('{admin/src,plugins/*/admin}/texts/en.json', { cwd: at() })
  const found = files.flatMap(wordsIn)
  if (found.length > 0) console.log([...found, advice].join('\n'))
  process.exitCode = found.length > 0 ? 1 : 0
}

function wordsIn(file) {
  return readFileSync(at(file), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = allowed.some((kept) => line.includes(kept)) ? '' : line.replace(/^.*?": /, '')
      return rules.flatMap(([word, better]) => {
        const found = word.exec(text)?.[0]
        return found ? [`${file}:${index + 1}: "${found}". Write: ${better}`] : []
      })
    })
}

main()
