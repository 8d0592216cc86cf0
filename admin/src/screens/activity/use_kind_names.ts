import { useTranslate } from 'ra-core'

interface KindNames {
  /** What a kind of thing is called: `asset`. */
  thing: (entityType: string) => string
  /** What a kind of event is called: `file_upload`; as the server describes it where this console has no words. */
  event: (eventType: string, description?: string) => string
}

/** Words for the names of the log. Plugins may bring kinds that nobody here knows. */
export function useKindNames(): KindNames {
  const translate = useTranslate()
  const plain = (name: string) => name.replaceAll('_', ' ')
  return {
    thing: (name) => translate(`activity.thing.${name}`, { _: plain(name) }),
    event: (name, description) =>
      translate(`activity.event.${name}`, { _: description ?? plain(name) }),
  }
}
