import { useMutation } from '@tanstack/react-query'
import { unsaved, useAskFirst, useToast } from '@crossdock/admin/kit'
import { useAuthProvider, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

/**
 * Ends the session, removes all data read with it, and opens the sign-in page. Asks first when
 * input would be lost.
 */
export function useSignOut() {
  const auth = useAuthProvider()
  const navigate = useNavigate()
  const toast = useToast()
  const translate = useTranslate()
  const askFirst = useAskFirst()
  const { isPending, mutate } = useMutation({
    mutationFn: async () => auth?.logout({}),
    onSuccess: () => navigate('/login'),
    onError: () =>
      toast({
        title: translate('kit.error.toast'),
        description: translate('shell.signOutFailed'),
        kind: 'destructive',
      }),
  })
  const leave = () => {
    unsaved.discard()
    mutate()
  }
  return { isPending, signOut: () => askFirst(leave) }
}
