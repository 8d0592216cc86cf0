import { SharingRule } from '../models/sharing_rule.js'

/** What links may be like in a tenant. */
export interface Rule {
  /** Otherwise none is made, and none works. */
  enabled: boolean
  /** How long one works that does not say. */
  defaultDays: number
  /** No link works longer than this from the day it was made. */
  maxDays: number
  /** Of those that are made from now on. */
  passwordRequired: boolean
  /** A link is in the answer that makes it, and no copy is kept. */
  shownOnce: boolean
}

const usual: Rule = {
  ...{ enabled: true, defaultDays: 30, maxDays: 365 },
  ...{ passwordRequired: false, shownOnce: false },
}

/** The rule of the context's tenant. */
export async function sharingRule(): Promise<Rule> {
  const row = await SharingRule.query().first()
  if (!row) return { ...usual }
  const { enabled, defaultDays, maxDays, passwordRequired, shownOnce } = row
  return { enabled, defaultDays, maxDays, passwordRequired, shownOnce }
}
