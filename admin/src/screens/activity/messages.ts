/** English texts of the activity feed that every screen shows. */
export default {
  activity: {
    title: 'Activity',
  },
}
