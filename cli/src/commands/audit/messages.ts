import type { Finding } from '@crossdock/backend/audit-chain'

/** A problem found in an exported file. */
export interface FileFinding extends Omit<Finding, 'kind'> {
  kind: Finding['kind'] | 'beginning' | 'unsigned' | 'no_end'
}

/** Describes an audit problem. The server says the same in the language of the caller. */
export function messageFor({ kind, seq, to = seq, part }: FileFinding): string {
  const entries = to === seq ? `Entry ${seq}` : `Entries ${seq} to ${to}`
  const [are, were] = to === seq ? ['is', 'was'] : ['are', 'were']
  if (kind === 'changed') {
    if (part === 'person') return `The person in entry ${seq} was changed.`
    if (part === 'details') return `The details of entry ${seq} were changed.`
    return `Entry ${seq} was changed, or the entry before it together with its hash.`
  }
  const messages: Record<Exclude<FileFinding['kind'], 'changed'>, string> = {
    missing: `${entries} ${are} missing.`,
    cut: `The end is missing, from entry ${seq} on.`,
    inserted: `${entries} ${were} inserted.`,
    reordered: `Entries ${seq} and ${to} are out of order.`,
    rewritten: `Entry ${seq} differs from the sealed entry: the audit was rewritten.`,
    signature: `The signature of the head at entry ${seq} is wrong: the head was changed.`,
    unknown_key: `The head at entry ${seq} was signed with another key.`,
    broken: `Another program than Crossdock moved the end of the audit at entry ${seq}.`,
    beginning: `The audit begins at entry ${seq} without a signed checkpoint.`,
    foreign: `Entry ${seq} belongs to another audit.`,
    erased: `Data of entry ${seq} was erased, but no later entry records the erasure. A running erasure records it when it ends.`,
    unsigned: `No head confirms the end at entry ${seq}: it was removed, or is not signed with the key.`,
    no_end: 'The end line is missing: the file is incomplete.',
  }
  return messages[kind]
}
