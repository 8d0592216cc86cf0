/** One recipient in a pasted list. */
export interface Recipient {
  /** The address, or text that is not an address. */
  email: string
  /** The name next to the address, as mail clients write it. */
  name: string
  /** `undotted` is an address without a dot in its domain. It may be in a local network, but is usually a mistake. */
  problem?: 'invalid' | 'undotted'
}

/** The tokens of an RFC 5322 list: quoted strings, comments, addresses in brackets, separators, words. */
const token =
  /"(?:[^"\\\n]|\\.)*"|\((?:[^()\\\n]|\\.|\([^()\n]*\))*\)|<[^<>\n]*>|[,;\n\r]|[^\s,;<>"(]+|[<"(]/gu

/** The server's rule for an address. */
const plain = /^[\w!#$%&'*+/=?^`{|}~.-]+@[^\s@<>"(),:;[\]\\]+$/u

interface Mailbox {
  words: string[]
  bracketed?: string
  /** The separator after it. */
  end?: string
}

/**
 * The recipients in a text, without duplicates, however it was pasted: one per line, separated by commas, or as
 * mail clients write a list: `"Müller, Jörg" <joerg@a.example>; Anna Ray <anna@a.example>`.
 */
export function recipientsIn(text: string): Recipient[] {
  const found = new Map<string, Recipient>()
  for (const one of mailboxes(text).flatMap(readMailbox)) {
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
      // After an address only a comment still belongs to it.
      if (open.bracketed !== undefined && !word.startsWith('(')) close()
      if (isBracketed) open.bracketed = word.slice(1, -1)
      else open.words.push(word)
    }
  }
  close()
  return joinUnquoted(found)
}

/** Joins `Müller, Jörg <joerg@a.example>`, which lacks quotes, into one recipient. */
function joinUnquoted(found: Mailbox[]): Mailbox[] {
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

function readMailbox({ words, bracketed }: Mailbox): Recipient[] {
  const said = words.map(unwrapped)
  if (bracketed !== undefined) return [newRecipient(bracketed, said)]
  const found: Recipient[] = []
  let name: string[] = []
  for (const [at, word] of said.entries()) {
    if (words[at]!.startsWith('(') && found.length > 0) found.at(-1)!.name ||= word
    else if (word.includes('@')) {
      found.push(newRecipient(word, name))
      name = []
    } else name.push(word)
  }
  if (name.length > 0) found.push({ email: joinWords(name), name: '', problem: 'invalid' })
  return found
}

/** The content of quotes or of a comment. */
const unwrapped = (word: string) =>
  /^(".*"|\(.*\))$/su.test(word) ? word.slice(1, -1).replace(/\\(.)/gu, '$1').trim() : word

const joinWords = (words: string[]) => words.join(' ').replaceAll(' ,', ',').trim()

function newRecipient(given: string, name: string[]): Recipient {
  const email = given
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[.:]+$/, '')
  const found = { email, name: joinWords(name) }
  if (!plain.test(email)) return { ...found, problem: 'invalid' }
  return email.split('@')[1]!.includes('.') ? found : { ...found, problem: 'undotted' }
}
