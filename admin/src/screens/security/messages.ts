/** English texts of sessions and passkeys that every screen shows. */
export default {
  security: {
    title: 'Security',
    rulesTitle: 'Sign-in rules',
    words: 'sessions passkeys devices sign out',
  },
}
