/** What a piece of a pasted list is read as. */
export interface Recipient {
  /** The address, or what is none. */
  email: string
  /** Stands beside the address, as mail clients write it. */
  name: string
  /** `undotted` may be an address of one's own network, and is seldom meant. */
  problem?: 'invalid' | 'undotted'
}

/** What RFC 5322 has in a list: quoted strings, comments, addresses in brackets, separators, words. */
const token =
  /"(?:[^"\\\n]|\\.)*"|\((?:[^()\\\n]|\\.|\([^()\n]*\))*\)|<[^<>\n]*>|[,;\n\r]|[^\s,;<>"(]+|[<"(]/gu

/** As the server takes it. */
const plain = /^[\w!#$%&'*+/=?^`{|}~.-]+@[^\s@<>"(),:;[\]\\]+$/u

interface Mailbox {
  words: string[]
  bracketed?: string
  /** What stands behind it. */
  end?: string
}

/**
 * Whom a text names, each once, however it was pasted: one a line, with commas between, or as mail
 * clients write a list: `"Müller, Jörg" <joerg@a.example>; Anna Ray <anna@a.example>`.
 */
export function recipientsIn(text: string): Recipient[] {
  const found = new Map<string, Recipient>()
  for (const one of mailboxes(text).flatMap(read)) {
    const key = one.email.toLowerCase()
    if (!found.has(key)) found.set(key, one)
  }
  return [...found.values()]
}

function mailboxes(text: string): Mailbox[] {
  const found: Mailbox[] = []
  let open: Mailbox = { words: [] }
  const close = (end?: string) => {
    if (open.words.length > 0 || open.bracketed !== undefined) found.push({ ...open, end })
    open = { words: [] }
  }
  for (const [word] of text.normalize('NFKC').matchAll(token)) {
    const isBracketed = /^<.*>$/.test(word)
    if (/^[,;\n\r]$/.test(word)) close(word)
    else {
      // Behind an address only a comment still belongs to it.
      if (open.bracketed !== undefined && !word.startsWith('(')) close()
      if (isBracketed) open.bracketed = word.slice(1, -1)
      else open.words.push(word)
    }
  }
  close()
  return joined(found)
}

/** `Müller, Jörg <joerg@a.example>`, without the quotes that belong there, is one. */
function joined(found: Mailbox[]): Mailbox[] {
  const left: Mailbox[] = []
  for (const one of found) {
    const before = left.at(-1)
    const isCut = before?.end === ',' && before.bracketed === undefined && !hasAddress(before)
    if (isCut && one.bracketed !== undefined && !hasAddress(one)) {
      left.splice(-1, 1, { ...one, words: [...before.words, ',', ...one.words] })
    } else left.push(one)
  }
  return left
}

const hasAddress = ({ words }: Mailbox) => words.some((word) => word.includes('@'))

function read({ words, bracketed }: Mailbox): Recipient[] {
  const said = words.map(unwrapped)
  if (bracketed !== undefined) return [recipient(bracketed, said)]
  const found: Recipient[] = []
  let name: string[] = []
  for (const [at, word] of said.entries()) {
    if (words[at]!.startsWith('(') && found.length > 0) found.at(-1)!.name ||= word
    else if (word.includes('@')) {
      found.push(recipient(word, name))
      name = []
    } else name.push(word)
  }
  if (name.length > 0) found.push({ email: spoken(name), name: '', problem: 'invalid' })
  return found
}

/** What stands in quotes or in a comment. */
const unwrapped = (word: string) =>
  /^(".*"|\(.*\))$/su.test(word) ? word.slice(1, -1).replace(/\\(.)/gu, '$1').trim() : word

const spoken = (words: string[]) => words.join(' ').replaceAll(' ,', ',').trim()

function recipient(given: string, name: string[]): Recipient {
  const email = given
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[.:]+$/, '')
  const found = { email, name: spoken(name) }
  if (!plain.test(email)) return { ...found, problem: 'invalid' }
  return email.split('@')[1]!.includes('.') ? found : { ...found, problem: 'undotted' }
}
