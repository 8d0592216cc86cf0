import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { none } from './counts.mjs'
import { root } from './paths.mjs'

/**
 * Test programs record each test: `{ file, title, outcome, seconds, error? }`. The outcome `cost` is not a
 * test, but the cost of a group's hooks (see backend/testing/recorder.ts).
 * @param path of a file with one record per line; missing when a program could not start
 */
export function readRecords(path) {
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

/**
 * Like `readRecords`, for Vitest's JSON report. The report has durations but no processor time, so `seconds`
 * is 0.
 */
export function readVitest(path) {
  if (!existsSync(path)) return []
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
  return testResults.flatMap(({ name, assertionResults, message, status }) => {
    const file = relative(root, name)
    const records = assertionResults.map((test) => ({
      file,
      title: test.fullName,
      outcome: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      seconds: 0,
      ...(test.failureMessages?.length ? { error: test.failureMessages.join('\n') } : {}),
    }))
    if (status !== 'failed' || records.some(({ outcome }) => outcome === 'failed')) return records
    return [...records, { file, title: 'the file', outcome: 'failed', seconds: 0, error: message }]
  })
}

export function countsOf(records) {
  const counts = none()
  for (const { outcome } of records) if (outcome !== 'cost') counts[outcome]++
  return counts
}

const mostLines = 14
const longestLine = 300

/** A failure in the summary of a run: the title and the first lines of the error. */
export function failureLines(name, { file, title, error = '' }) {
  const lines = error.split('\n').slice(0, mostLines)
  const where = file ? ` (${file})` : ''
  return [`${name}: ${title}${where}`, ...lines.map((line) => `  ${line.slice(0, longestLine)}`)]
}

/**
 * The most expensive tests or files of a run, by processor time.
 * @returns `[name, seconds, tests]`, grouped by `keyOf`
 */
export function mostExpensive(records, keyOf, most) {
  const sums = new Map()
  for (const record of records) {
    const key = keyOf(record)
    const sum = sums.get(key) ?? { seconds: 0, tests: 0 }
    sum.seconds += record.seconds
    if (record.outcome !== 'cost') sum.tests++
    sums.set(key, sum)
  }
  return [...sums]
    .map(([name, { seconds, tests }]) => [name, seconds, tests])
    .sort((one, other) => other[1] - one[1])
    .slice(0, most)
}
