const starts = [
  'Al',
  'Bre',
  'Cas',
  'Dor',
  'El',
  'Far',
  'Gre',
  'Hen',
  'Is',
  'Jo',
  'Kla',
  'Lor',
  'Mar',
  'Nor',
]
const middles = ['an', 'ber', 'chi', 'dri', 'en', 'fre', 'ga', 'hol', 'in', 'kä']
const ends = ['da', 'ert', 'fer', 'gan', 'ja', 'ker', 'lis', 'man']
const roles = ['viewer', 'viewer', 'viewer', 'editor', 'user']

const at = <T>(from: readonly T[], index: number) => from[index % from.length]!
/** One of 1,120 names. */
const name = (number: number) =>
  at(starts, number) + at(middles, Math.floor(number / 14)) + at(ends, Math.floor(number / 140))

/** The person at an index. The numbers are unique and unordered, like real addresses. */
function person(index: number) {
  const number = (index * 7919) % 1_000_003
  const [first, last] = [name(number % 140), name(number % 1_120)]
  const address = last.toLowerCase().replaceAll('ä', 'ae')
  return { first, last, email: `${address}.${number}@people.example` }
}

/** A CSV file of this many people. Of 100,000, about 700 share a first name, and 90 a last name. */
export function fileOfPeople(count: number): string {
  const lines = ['email,firstName,lastName,role']
  for (let index = 0; index < count; index++) {
    const { email, first, last } = person(index)
    lines.push(`${email},${first},${last},${at(roles, index)}`)
  }
  return lines.join('\n')
}

/** Search terms in turn: an address, a first name, a last name, and a term without matches. */
export function term(turn: number): string {
  const { email, first, last } = person(turn * 131)
  return at([email, first, last.toUpperCase(), `unmatched ${turn}`], turn)
}
