import { useTranslate } from 'ra-core'
import { useToast } from '../toast.js'
import { useApi } from './api.js'
import { ApiError, errorText, isSessionEnded, isSessionLeft } from './errors.js'

interface Words {
  title?: string
  /** When the server gave no sentence. */
  fallback?: string
}

/** Gives a function that says why a call was not done, and offers to sign in again where that helps. */
export function useErrorToast(): (error: unknown, words?: Words) => void {
  const api = useApi()
  const toast = useToast()
  const translate = useTranslate()
  return (error, { title, fallback } = {}) => {
    // Signing out is what this person wanted, and the page is the next one's.
    if (isSessionLeft(error)) return
    // The shell says so, until it was read.
    if (error instanceof ApiError && error.code === 'E_NO_ENVIRONMENT') return
    if (isSessionEnded(error)) {
      return toast({
        title: translate('kit.session.ended'),
        description: translate('kit.session.notSaved'),
        kind: 'destructive',
        action: { label: translate('kit.session.signIn'), onSelect: api.askToSignIn },
      })
    }
    toast({
      title: title ?? translate('kit.error.toast'),
      description: errorText(error, translate, fallback),
      kind: 'destructive',
    })
  }
}
