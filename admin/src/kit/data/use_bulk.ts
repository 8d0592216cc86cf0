import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useToast, type ToastContent } from '../toast.js'
import { useApi } from './api.js'
import { isSessionEnded } from './errors.js'
import type { ActionRequest } from './types.js'
import { invalidate } from './useAction.js'
import { useErrorToast } from './useErrorToast.js'

/** The outcome for each of many items. */
export interface BulkResult<T> {
  done: T[]
  /** The server's answer for each item. */
  answers: Map<T, unknown>
  refused: Map<T, unknown>
}

export interface UseBulkOptions<T> {
  /** Resources and read paths to reload. */
  invalidates?: readonly string[]
  /** Shown when all items are done. Otherwise the refusals are shown. */
  success?: (done: readonly T[]) => ToastContent
  /** The text when the server sent none; false shows no refusals. */
  error?: { fallback: string } | false
  onSuccess?: (result: BulkResult<T>) => void
}

const AT_A_TIME = 4

/** Runs a call for each item, a few at a time, also when some fail. */
export async function runAll<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>
): Promise<BulkResult<T>> {
  const waiting = [...items]
  const answers = new Map<T, unknown>()
  const refused = new Map<T, unknown>()
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const tried = item
      await act(tried).then(
        (answer) => answers.set(tried, answer),
        (reason: unknown) => refused.set(tried, reason)
      )
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return { done: items.filter((item) => !refused.has(item)), answers, refused }
}

/** Like useAction for many items: one call for each, a few at a time, also when some fail. */
export function useBulk<T>(
  request: (item: T) => ActionRequest,
  { invalidates, success, error, onSuccess }: UseBulkOptions<T> = {}
): UseMutationResult<BulkResult<T>, Error, readonly T[]> {
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const translate = useTranslate()

  const say = ({ done, refused }: BulkResult<T>) => {
    const [first] = refused.values()
    const words = error || undefined
    if (refused.size > 0 && (error !== false || isSessionEnded(first))) {
      const total = done.length + refused.size
      const title = translate('kit.list.refused', { count: refused.size, total })
      return showError(first, total > 1 ? { title, ...words } : words)
    }
    if (done.length > 0 && success) toast(success(done))
  }
  return useMutation({
    mutationFn: (items: readonly T[]) => runAll(items, (item) => api.action(request(item))),
    onSuccess: (result) => {
      if (invalidates) void invalidate(client, invalidates)
      say(result)
      onSuccess?.(result)
    },
  })
}
