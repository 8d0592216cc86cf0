import type { PasskeyOptions } from '@crossdock/client'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Capabilities of this browser. An object, so that stories can replace them. */
export const browser = {
  /** Passkeys need a secure context (HTTPS, or http://localhost) and a host name. They do not work on an IP address. */
  canUsePasskeys: (): boolean =>
    window.isSecureContext &&
    'PublicKeyCredential' in window &&
    !/^[\d.]+$|^\[/.test(window.location.hostname),
}

// The library loads on the first use of a passkey.
const library = () => import('@simplewebauthn/browser')

/** Signs the challenge with a passkey; the browser asks the person first. */
export async function signWithPasskey({ options }: PasskeyOptions): Promise<object> {
  const { startAuthentication } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON })
}

/** Creates a passkey; the browser asks the person first. */
export async function makePasskey({ options }: PasskeyOptions): Promise<object> {
  const { startRegistration } = await library()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON })
}

/** Whether the error means that the person closed the browser's prompt, or that the prompt timed out. */
export const isPromptClosed = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Whether the error means that this device already has one of the person's passkeys. */
export const isAlreadyRegistered = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError'
