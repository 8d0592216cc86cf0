import type { AuditEntry } from '@crossdock/client'
import { useTranslate } from 'ra-core'
import { useKindNames } from '../activity/use_kind_names.js'

/** What an entry says; its kind where that was erased, or has no words for one. */
export function useWhatHappened(): (entry: AuditEntry) => string {
  const names = useKindNames()
  return ({ action, description, eventType }) =>
    action ?? names.event(eventType, description ?? undefined)
}

/** Who did it: by name, or what kind of program it was. */
export function useWho(): (entry: AuditEntry) => string {
  const translate = useTranslate()
  return ({ person, erased, actorType }) => {
    if (erased.includes('person')) return translate('audit.erased')
    if (person) return person.name
    return translate(`audit.actor.${actorType}`, { _: actorType })
  }
}
