import type { PasskeyOptions } from '@crossdock/client'
import Button from '@mui/material/Button'
import { errorText, Icon, useToast } from '@crossdock/admin/kit'
import { KeyRound } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { signWithPasskey, browser, isPromptClosed } from '../data/passkeys.js'
import { post } from '../data/wire.js'
import { useSending } from './use_sending.js'
import { useVerify } from './use_verify.js'

/** Signs in without an email address, because the passkey identifies the person. */
export function PasskeySignIn({ next }: { next?: string }) {
  const translate = useTranslate()
  const toast = useToast()
  const verify = useVerify()
  const ask = useSending(
    async () => signWithPasskey(await post<PasskeyOptions>('auth/passkey/options')),
    {
      onSuccess: (passkey) => verify.mutate({ passkey, ...(next && { next }) }),
      onError: (error) => {
        if (isPromptClosed(error)) return
        toast({
          title: translate('login.verifyFailed'),
          description: errorText(error, translate, translate('login.passkeyFailed')),
          kind: 'destructive',
        })
      },
    }
  )
  if (!browser.canUsePasskeys()) return null
  return (
    <Button
      variant="outlined"
      size="large"
      startIcon={<Icon icon={KeyRound} />}
      disabled={ask.isPending || verify.isPending}
      onClick={() => ask.mutate()}
    >
      {translate('login.passkey')}
    </Button>
  )
}
