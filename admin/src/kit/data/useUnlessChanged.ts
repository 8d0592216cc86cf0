import { useTranslate } from 'ra-core'
import { useRef } from 'react'
import { useApi } from './api.js'
import { ApiError } from './errors.js'

/**
 * Returns `ifMatch` for useAction, for a form whose object other people may save, too. If the object was saved after
 * the form has read it, the form reports this and sends nothing. A second submit replaces the other person's changes.
 * @param path the path of the object: GET /api/{path}
 * @param began the object as the form has read it; undefined for a new object
 * @param stateOf returns what distinguishes one state from another
 * @param report returns the sentence that says what has changed; by default, a sentence that fits any form
 */
export function useUnlessChanged<T extends object = { updatedAt: string }>(
  path: string,
  began: T | undefined,
  stateOf: (thing: T) => string = savedAt,
  report?: (now: T) => Promise<string>
): () => Promise<string | undefined> {
  const known = useRef(began && stateOf(began))
  const look = useReloadedTag<T>(path, report)
  return async () => {
    if (!known.current) return undefined
    return look((now) => {
      const state = stateOf(now)
      const isChanged = state !== known.current
      known.current = state
      return isChanged
    })
  }
}

/** Reloads an object before it is saved and returns its tag, unless another person has changed the same part. */
export function useReloadedTag<T extends object>(
  path: string,
  report?: (now: T) => Promise<string>
): (isChanged: (now: T) => boolean) => Promise<string | undefined> {
  const api = useApi()
  const translate = useTranslate()
  return async (isChanged) => {
    const { data, tag } = await api.readTagged<T>(path)
    if (!isChanged(data)) return tag
    const changed = report ? await report(data) : translate('kit.changedSinceRead')
    throw new ApiError(changed, 422, { errors: { changed } })
  }
}

const savedAt = (thing: object) => (thing as { updatedAt: string }).updatedAt
