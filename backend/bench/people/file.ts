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
/** One of 1,120. */
const name = (number: number) =>
  at(starts, number) + at(middles, Math.floor(number / 14)) + at(ends, Math.floor(number / 140))

/** The at-th person of a file: numbers come in no order, as addresses do, and none twice. */
function person(index: number) {
  const number = (index * 7919) % 1_000_003
  const [first, last] = [name(number % 140), name(number % 1_120)]
  const address = last.toLowerCase().replaceAll('ä', 'ae')
  return { first, last, email: `${address}.${number}@people.example` }
}

/** A CSV file of so many people. Of 100,000 some 700 share a first name, and 90 a last one. */
export function fileOfPeople(count: number): string {
  const lines = ['email,firstName,lastName,role']
  for (let index = 0; index < count; index++) {
    const { email, first, last } = person(index)
    lines.push(`${email},${first},${last},${at(roles, index)}`)
  }
  return lines.join('\n')
}

/** What is searched for, by turns: an address, a first name, a last one, and what nobody is called. */
export function term(turn: number): string {
  const { email, first, last } = person(turn * 131)
  return at([email, first, last.toUpperCase(), `nobody ${turn}`], turn)
}
