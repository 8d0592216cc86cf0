import type { AuditEntry } from '@crossdock/client'
import { useTranslate } from 'ra-core'

/** What a kind of event is called in the feed; as the server describes it where the console has no words. */
export function useKindName(): (name: string, description?: string | null) => string {
  const translate = useTranslate()
  return (name, description) =>
    translate(`activity.event.${name}`, { _: description ?? name.replaceAll('_', ' ') })
}

/** What an entry says; its kind where that was erased, or has no words for one. */
export function useWhatHappened(): (entry: AuditEntry) => string {
  const nameOf = useKindName()
  return ({ action, description, eventType }) => action ?? nameOf(eventType, description)
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
