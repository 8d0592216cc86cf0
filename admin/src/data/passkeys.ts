import type { PasskeyOptions } from '@crossdock/client'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** What this browser can do here. An object, so that stories can say otherwise. */
export const browser = {
  /** Passkeys: never on a page without TLS, nor at an address of numbers. */
  canUsePasskeys: (): boolean =>
    window.isSecureContext &&
    'PublicKeyCredential' in window &&
    !/^[\d.]+$|^\[/.test(window.location.hostname),
}

// The library comes when somebody reaches for a passkey.
const library = () => import('@simplewebauthn/browser')

/** Has a passkey answer; the browser asks the person first. */
export async function answerByPasskey({ options }: PasskeyOptions): Promise<object> {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON })
}

/** Has a passkey made; the browser asks the person first. */
export async function makePasskey({ options }: PasskeyOptions): Promise<object> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON })
}

/** The person closed the browser's question, or let it pass. */
export const isGivenUp = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** This device has one of the person's passkeys already. */
export const isThere = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'
