/** English texts of the directory of people that every screen shows. */
export default {
  users: {
    menu: 'Users',
    invite: 'Invite Users',
  },
}
