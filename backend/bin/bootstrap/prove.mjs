import { test } from './test.mjs'

/**
 * `npm run prove`: runs everything. All specs run on both databases, on disk and bucket and with the tests
 * tagged `long`. Kills, seeds and rows have their full number, and axe checks every story and screen. Arguments
 * are those of `npm test`.
 */
export default function (args) {
  return test(args, { proving: true })
}
