import type { Proof } from '../../api/browser_session.js'
import { UsageError } from '../../errors.js'

const WANTED = 'Enter the 6 digits or the whole link from the mail.'

/** Explains why a text is neither a code nor a sign-in link. Undefined for a valid one. */
export function proofProblem(input: string): string | undefined {
  return codeIn(input) || linkTokenIn(input) ? undefined : WANTED
}

/** Accepts `123456`, `123 456`, the link from the mail, or the token in the link. */
export function parseProof(input: string, email: string, organization: string): Proof {
  const code = codeIn(input)
  if (code) return { code, email, organization }
  const linkToken = linkTokenIn(input)
  if (linkToken) return { linkToken }
  throw new UsageError(`--code "${input}" is neither a code nor a sign-in link.`, WANTED)
}

function codeIn(input: string): string | undefined {
  const digits = input.replace(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

function linkTokenIn(input: string): string | undefined {
  const text = input.trim()
  const inLink = URL.parse(text)?.searchParams.get('token')
  return inLink ?? (/^[\w.-]{16,}$/.test(text) ? text : undefined)
}
