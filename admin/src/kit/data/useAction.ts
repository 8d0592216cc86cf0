import {
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useToast, type ToastContent } from '../toast.js'
import { useApi } from './api.js'
import { isAboutFields, isSessionEnded } from './errors.js'
import type { ActionRequest } from './types.js'
import { useErrorToast } from './useErrorToast.js'

export interface UseActionOptions<TData, TVariables> {
  /** Resources and read paths to load again: 'integrations/systems' also covers what lies below it. */
  invalidates?: readonly string[]
  success?: ToastContent | ((data: TData, variables: TVariables) => ToastContent)
  /**
   * Sentence when the server gave none; false shows no toast at all. `inForm`: messages of a 422
   * stand at the fields of a FormDialog, which needs no toast beside them.
   */
  error?: { title?: string; fallback: string; inForm?: boolean } | false
  onSuccess?: (data: TData, variables: TVariables) => void
  /** In which state what is changed must still be, see useUnlessChanged. */
  ifMatch?: () => Promise<string | undefined>
}

/** Whether a query belongs to one of the resources and read paths, or to what lies below it. */
export function concerns(names: readonly string[], queryKey: QueryKey): boolean {
  const path = queryKey[0] === 'read' ? queryKey[1] : queryKey[0]
  return (
    typeof path === 'string' && names.some((name) => path === name || path.startsWith(`${name}/`))
  )
}

/** Load again every cached list, record and read that belongs to one of the names. */
export const invalidate = (client: QueryClient, names: readonly string[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => concerns(names, queryKey) })

/** A writing call with its toasts and refreshes. `mutateAsync` rejects, so forms can show field errors. */
export function useAction<TData = unknown, TVariables = void>(
  request: (variables: TVariables) => ActionRequest,
  options: UseActionOptions<TData, TVariables> = {}
): UseMutationResult<TData, Error, TVariables> {
  const api = useApi()
  const client = useQueryClient()
  const toast = useToast()
  const tell = useErrorToast()
  const { invalidates, success, error: failure, onSuccess, ifMatch } = options

  return useMutation<TData, Error, TVariables>({
    mutationFn: async (variables) => {
      const state = await ifMatch?.()
      return api.action<TData>({ ...request(variables), ...(state ? { ifMatch: state } : {}) })
    },
    onSuccess: (data, variables) => {
      if (invalidates) void invalidate(client, invalidates)
      if (success) toast(typeof success === 'function' ? success(data, variables) : success)
      onSuccess?.(data, variables)
    },
    onError: (error) => {
      if (failure === false && !isSessionEnded(error)) return
      if (failure && failure.inForm && isAboutFields(error)) return
      tell(error, failure || undefined)
    },
  })
}
