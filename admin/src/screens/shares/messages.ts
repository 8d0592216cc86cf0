/** English texts of links that every screen shows. */
export default {
  shares: {
    title: 'Shared Links',
    action: 'Share...',
  },
}
