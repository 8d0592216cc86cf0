import { Refusal } from './refusal.mjs'

const own = ['--changed', '--times']
const ofProof = ['--all']
/** Arguments of the test runner, with a value and without one. */
const valued = ['files', 'tests', 'groups', 'tags', 'timeout', 'retries', 'reporters', 'bail-layer']
const plain = ['match-all', 'failed', 'bail', 'force-exit', 'list-pinned']

/**
 * Parses the arguments of `npm test`, or of `npm run prove` when `proving`.
 * @returns `chosen`: the arguments for the test runner
 * @throws Refusal for an unknown argument, or one without its value
 */
export function readTestArgs(args, { proving = false } = {}) {
  const known = proving ? ofProof : own
  const chosen = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (known.includes(arg)) continue
    const [, name, value] = /^--([^=]+)(?:=(.*))?$/.exec(arg) ?? []
    chosen.push(arg)
    if (plain.includes(name) && value === undefined) continue
    if (!valued.includes(name)) throw new Refusal(unknown(arg, known))
    if (value) continue
    const next = args[++at]
    if (value === '' || !next || next.startsWith('--'))
      throw new Refusal(`${arg} needs a value, for example: npm test -- --files tenant_scope`)
    chosen.push(next)
  }
  return {
    chosen,
    changed: args.includes('--changed'),
    times: args.includes('--times'),
    all: args.includes('--all'),
  }
}

const unknown = (arg, own) =>
  arg.startsWith('-')
    ? `npm test does not know ${arg}. Known: ${[...own, ...[...valued, ...plain].map((name) => `--${name}`)].join(', ')}.`
    : `npm test does not know "${arg}". To run one spec file: npm test -- --files ${arg}`
