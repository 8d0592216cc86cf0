import { SharingRule } from '../models/sharing_rule.js'

/** A tenant's rule for links. */
export interface Rule {
  /** When false, no link can be created and none works. */
  enabled: boolean
  /** Default lifetime of a link in days. */
  defaultDays: number
  /** Maximum lifetime of a link in days, from the day it was created. */
  maxDays: number
  /** Applies to new links. */
  passwordRequired: boolean
  /** Only the answer that creates a link shows its address; no copy is stored. */
  shownOnce: boolean
}

const defaultRule: Rule = {
  enabled: true,
  defaultDays: 30,
  maxDays: 365,
  passwordRequired: false,
  shownOnce: false,
}

/** The rule of the context's tenant. */
export async function sharingRule(): Promise<Rule> {
  const row = await SharingRule.query().first()
  if (!row) return { ...defaultRule }
  const { enabled, defaultDays, maxDays, passwordRequired, shownOnce } = row
  return { enabled, defaultDays, maxDays, passwordRequired, shownOnce }
}
