import type { SignInMail } from '@crossdock/client'
import { useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { post } from '../data/wire.js'
import { useSending } from './use_sending.js'

export interface LoginRequest {
  email: string
  tenantId?: string
  /** Path to open after sign-in. */
  next?: string
}

/** Requests the sign-in email and shows toasts. The form shows a 422 or a 429, too. */
export function useRequestCode(onSent?: (request: LoginRequest, mail: SignInMail) => void) {
  const translate = useTranslate()
  const toast = useToast()
  const send = useSending((body: LoginRequest) => post<SignInMail>('auth/magic-link', body), {
    onSuccess: (mail, request) => {
      toast({
        title: translate('login.sent.title'),
        description: mail.hasCode ? translate('login.sent.text') : mail.message,
      })
      onSent?.(request, mail)
    },
  })
  const showFailure = () =>
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
          showFailure()
        },
      }),
  }
}
