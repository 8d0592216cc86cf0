/** English texts of the settings that every screen shows. */
export default {
  settings: {
    title: 'Settings',
    profileTitle: 'Profile',
    appearanceTitle: 'Language & appearance',
    appearanceWords: 'time zone dark light theme',
    organizationTitle: 'Organization',
  },
}
