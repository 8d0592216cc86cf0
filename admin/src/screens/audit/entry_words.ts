import type { AuditEntry } from '@crossdock/client'
import { useTranslate } from 'ra-core'

/** What an entry says, as far as that was not erased and this server knows its kind. */
export const whatHappened = ({ action, description, eventType }: AuditEntry): string =>
  action ?? description ?? eventType.replaceAll('_', ' ')

/** Who did it: by name, or what kind of program it was. */
export function useWho(): (entry: AuditEntry) => string {
  const translate = useTranslate()
  return ({ person, erased, actorType }) => {
    if (erased.includes('person')) return translate('audit.erased')
    if (person) return person.name
    return translate(`audit.actor.${actorType}`, { _: actorType })
  }
}
