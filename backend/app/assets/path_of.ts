import { invalid, text } from '@crossdock/kernel/ground'
import { safeName } from './safe_name.js'

const mostNames = 50

/**
 * Splits a path below the folder of an upload ("Customs/2026/decl.pdf") into names, each made safe. A slash or "./" before
 * the first name is ignored.
 * @throws Problem 422
 */
export function pathOf(given: string, field: string): string[] {
  const names = given.replace(/^(\.?\/)+/, '').split('/')
  if (names.length > mostNames) {
    throw invalid(field, text('A path may have at most {most} names.', { most: mostNames }))
  }
  return names.map((name) => safeName(name, field))
}
