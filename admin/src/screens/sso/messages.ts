/** English texts of single sign-on that every screen shows. */
export default {
  sso: {
    title: 'Single sign-on',
  },
}
