/** English texts of retention that every screen shows. */
export default {
  retention: {
    title: 'Retention',
  },
}
