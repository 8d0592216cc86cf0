/** English texts of branding that every screen shows. */
export default {
  branding: {
    title: 'Branding',
  },
}
