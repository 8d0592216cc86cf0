import type { Branding } from '@crossdock/client'
import { sessionKey, showBrand, useAction, type ActionRequest } from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

export type Changes = Partial<
  Pick<
    Branding,
    'productName' | 'primaryColor' | 'accentColor' | 'mailSender' | 'mailFooter' | 'customDomain'
  >
>

interface SaveOptions {
  inForm?: boolean
  /** From `useUnlessChanged`: the server refuses the save when another tab saved in between. */
  ifMatch?: () => Promise<string | undefined>
  onSuccess?: () => void
}

/** Saves the brand and shows it on this page immediately. */
export function useSaveBrand<T>(
  success: string,
  request: (variables: T) => ActionRequest,
  options: SaveOptions = {}
) {
  const translate = useTranslate()
  const client = useQueryClient()
  const { inForm, ifMatch, onSuccess } = options
  return useAction<Branding | undefined, T>(request, {
    invalidates: ['tenant/branding'],
    success: { title: success },
    error: { fallback: translate('branding.failed'), inForm },
    ifMatch,
    onSuccess: (branding) => {
      if (branding) showBrand(branding)
      // The next page takes the brand from the session.
      void client.invalidateQueries({ queryKey: sessionKey })
      onSuccess?.()
    },
  })
}

/** Saves some of the fields; an empty field resets to the default. */
export const useSaveFields = (success: string, options?: SaveOptions) =>
  useSaveBrand<Changes>(
    success,
    (changes) => ({ path: 'tenant/branding', method: 'PUT', body: emptyToNull(changes) }),
    options
  )

const emptyToNull = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value?.trim() || null]))
