import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useToast, type ToastContent } from '../toast.js'
import { useApi } from './api.js'
import { unsaved } from '../unsaved.js'
import { isAboutFields, isAboutLimit, isSessionEnded } from './errors.js'
import type { ActionRequest } from './types.js'
import { useErrorToast } from './useErrorToast.js'

export interface UseActionOptions<TData, TVariables> {
  /** Resources and read paths to reload: 'integrations/systems' also covers everything below it. */
  invalidates?: readonly string[]
  success?: ToastContent | ((data: TData, variables: TVariables) => ToastContent)
  /**
   * The text when the server sent none; false shows no toast at all. `inForm`: messages about fields appear in the
   * form, which then needs no toast.
   */
  error?: { title?: string; fallback: string; inForm?: boolean } | false
  onSuccess?: (data: TData, variables: TVariables) => void
  /** Returns the ETag that the object must still have, see useUnlessChanged. */
  ifMatch?: () => Promise<string | undefined>
}

/** Whether a query belongs to one of the resources and read paths, or to a path below it. */
export function concerns(names: readonly string[], queryKey: QueryKey): boolean {
  const path = queryKey[0] === 'read' ? queryKey[1] : queryKey[0]
  const begins = (name: string) => ['/', '?'].some((next) => `${path}`.startsWith(name + next))
  return typeof path === 'string' && names.some((name) => path === name || begins(name))
}

/** Reloads every cached list, record and read that belongs to one of the names. */
export const invalidate = (client: QueryClient, names: readonly string[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => concerns(names, queryKey) })

/** A write with its toasts and refreshes. `mutateAsync` rejects, so forms can show field errors. */
export function useAction<TData = unknown, TVariables = void>(
  request: (variables: TVariables) => ActionRequest,
  options: UseActionOptions<TData, TVariables> = {}
): UseMutationResult<TData, Error, TVariables> {
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const { invalidates, success, error: failure, onSuccess, ifMatch } = options

  return useMutation<TData, Error, TVariables>({
    mutationFn: async (variables) => {
      const state = await ifMatch?.()
      return api.action<TData>({ ...request(variables), ...(state ? { ifMatch: state } : {}) })
    },
    onSuccess: (data, variables) => {
      if (invalidates) void invalidate(client, [...invalidates, 'tenant/usage'])
      if (success) toast(typeof success === 'function' ? success(data, variables) : success)
      onSuccess?.(data, variables)
    },
    onError: (error) => {
      if (failure === false && !isSessionEnded(error)) return
      if (failure && failure.inForm && isAboutFields(error)) return
      // The form shows it above its fields, because the person has to decide what to do.
      if (isAboutLimit(error) && unsaved.isSubmitting()) return
      showError(error, failure || undefined)
    },
  })
}
