/** English texts of the sign-in page. */
export const loginMessages = {
  login: {
    title: 'Sign in to Crossdock',
    subtitle: 'We email you a link and a code. No password.',
    email: 'Email',
    emailRequired: 'Email is required',
    emailInvalid: 'Valid email address is required',
    organization: 'Organization',
    organizationHint: 'Leave empty for admin access',
    send: 'Send magic link',
    sending: 'Sending link...',
    sent: {
      title: 'Magic link sent',
      text: 'Check your email for a secure sign-in link or use the verification code.',
    },
    sendFailed: 'Failed to send magic link. Please try again.',
    code: {
      title: 'Check your email',
      subtitle: 'We sent a sign-in link and a 6-digit code to',
      label: 'Verification code',
      verify: 'Verify code',
      verifying: 'Verifying...',
      back: 'Back',
      spam: "Didn't receive the email? Check your spam folder.",
    },
    link: { title: 'Signing you in', text: 'One moment, your sign-in link is being checked.' },
    sessionEnded: 'Your session has ended. Sign in again.',
    verifyFailed: 'Verification failed',
    success: { title: 'Success!', text: "You've been signed in successfully." },
  },
}
