import { useAction, useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

export interface LoginRequest {
  email: string
  tenantId?: string
  /** Path to open after sign-in. */
  next?: string
}

/** What the server says of the mail. */
export interface SentMail {
  message: string
  /** False when strangers have had so many sent that this one has a link only. */
  hasCode: boolean
}

/** Has the sign-in mail sent, with its toasts; a 422 or a 429 is for the form to show, too. */
export function useRequestCode(onSent?: (request: LoginRequest, mail: SentMail) => void) {
  const translate = useTranslate()
  const toast = useToast()
  const send = useAction<SentMail, LoginRequest>((body) => ({ path: 'auth/magic-link', body }), {
    success: ({ hasCode, message }) => ({
      title: translate('login.sent.title'),
      description: hasCode ? translate('login.sent.text') : message,
    }),
    error: false,
    onSuccess: (mail, request) => onSent?.(request, mail),
  })
  const tell = () =>
    toast({
      title: translate('kit.error.toast'),
      description: translate('login.sendFailed'),
      kind: 'destructive',
    })
  return {
    ...send,
    request: (wanted: LoginRequest, onError?: (error: Error) => void) =>
      send.mutate(wanted, {
        onError: (error) => {
          onError?.(error)
          tell()
        },
      }),
  }
}
