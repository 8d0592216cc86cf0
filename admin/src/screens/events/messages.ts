/** English texts of the event log for every screen. */
export default {
  events: {
    title: 'Events',
  },
}
