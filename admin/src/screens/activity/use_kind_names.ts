import { useTranslate } from 'ra-core'

interface KindNames {
  /** The name of an object type, such as `asset`. */
  thing: (entityType: string) => string
  /** The name of an event type, such as `file_upload`; the server's description when this console has no text. */
  event: (eventType: string, description?: string) => string
}

/** Returns names for the types in the log. Types of plugins may have no text in the console. */
export function useKindNames(): KindNames {
  const translate = useTranslate()
  const plain = (name: string) => name.replaceAll('_', ' ')
  return {
    thing: (name) => translate(`activity.thing.${name}`, { _: plain(name) }),
    event: (name, description) =>
      translate(`activity.event.${name}`, { _: description ?? plain(name) }),
  }
}
