/** English texts of the page frame. */
export const shellMessages = {
  shell: {
    skip: 'Skip to content',
    navigation: 'Main',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    toDark: 'Switch to dark theme',
    toLight: 'Switch to light theme',
    userMenu: '%{initials}, user menu',
    signOut: 'Sign out',
    signOutFailed: 'Failed to logout',
    section: { operate: 'Operate', system: 'System' },
    notFound: {
      title: '404 Page Not Found',
      text: 'There is no page at %{path}',
      hint: 'It may have moved, or the address has a typing error.',
      action: 'Go to dashboard',
    },
    crashed: {
      title: 'This page stopped working',
      text: 'Loading it again usually helps. If it does not, tell your administrator what you did.',
      action: 'Load again',
    },
  },
}
