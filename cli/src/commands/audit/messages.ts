import type { Finding } from '@crossdock/backend/audit-chain'

/** What is wrong with a file alone. */
export interface FileFinding extends Omit<Finding, 'kind'> {
  kind: Finding['kind'] | 'beginning' | 'unsigned' | 'no_end'
}

/** What is wrong with an audit, in words; the server says the same in the language of who asks. */
export function messageFor({ kind, seq, to = seq, part }: FileFinding): string {
  const entries = to === seq ? `Entry ${seq}` : `Entries ${seq} to ${to}`
  const [are, were] = to === seq ? ['is', 'was'] : ['are', 'were']
  if (kind === 'changed') {
    if (part === 'person') return `In entry ${seq} it was changed who did it.`
    if (part === 'details') return `The details of entry ${seq} were changed.`
    return `Entry ${seq} was changed, or the one before it together with its hash.`
  }
  const messages: Record<Exclude<FileFinding['kind'], 'changed'>, string> = {
    missing: `${entries} ${are} missing.`,
    cut: `The end is missing, from entry ${seq} on.`,
    inserted: `${entries} ${were} inserted.`,
    reordered: `Entries ${seq} and ${to} do not stand in their order.`,
    rewritten: `Entry ${seq} is not the one that was sealed: the audit was rewritten.`,
    signature: `The signature of the head at entry ${seq} is wrong: the head was changed.`,
    unknown_key: `The head at entry ${seq} was signed with another key.`,
    broken: `The end of the audit was moved at entry ${seq}, and not by Crossdock.`,
    beginning: `It begins at entry ${seq} without a signed checkpoint that says so.`,
    foreign: `Entry ${seq} belongs to another audit.`,
    erased: `Something was erased of entry ${seq}, and no entry behind it says so. An erasure that still goes on says it at its end.`,
    unsigned: `No head at entry ${seq} vouches for the end: it was removed, or is not signed with the key.`,
    no_end: 'The end line is missing: the file is not whole.',
  }
  return messages[kind]
}
