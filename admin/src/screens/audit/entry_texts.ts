import type { AuditEntry } from '@crossdock/client'
import { useTranslate } from 'ra-core'

/** The name of an event type as in the feed; the server's description when the console has no text. */
export function useKindName(): (name: string, description?: string | null) => string {
  const translate = useTranslate()
  return (name, description) =>
    translate(`activity.event.${name}`, { _: description ?? name.replaceAll('_', ' ') })
}

/** The text of an entry; its type when the text was erased or does not exist. */
export function useEntryText(): (entry: AuditEntry) => string {
  const nameOf = useKindName()
  return ({ action, description, eventType }) => action ?? nameOf(eventType, description)
}

/** The actor: a person's name, or the type of a program. */
export function useActorName(): (entry: AuditEntry) => string {
  const translate = useTranslate()
  return ({ person, erased, actorType }) => {
    if (erased.includes('person')) return translate('audit.erased')
    if (person) return person.name
    return translate(`audit.actor.${actorType}`, { _: actorType })
  }
}
