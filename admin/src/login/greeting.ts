import { useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Returns a function that shows that the person is signed in now. */
export function useGreeting(): () => void {
  const toast = useToast()
  const translate = useTranslate()
  return () =>
    toast({
      title: translate('login.success.title'),
      description: translate('login.success.text'),
    })
}
