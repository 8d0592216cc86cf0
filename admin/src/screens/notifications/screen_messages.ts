/** English texts of notifications. */
export default {
  notifications: {
    title: 'Notifications',
    subtitle: 'Only you see these',
    bell: {
      none: 'Notifications: nothing unread',
      some: 'Notifications: %{count} unread',
    },
    list: 'Your notifications',
    isUnread: 'Unread:',
    markRead: 'Mark as read',
    markAll: 'Mark all as read',
    failed: 'The notification could not be marked as read',
    all: 'See all',
    settings: 'Settings',
    empty: {
      title: 'No notifications',
      text: 'When something needs your attention, it appears here.',
    },
    noMatch: 'No notification matches your filters',
    column: {
      text: 'Message',
      kind: 'Type',
      time: 'Time',
      state: 'State',
    },
    state: { unread: 'Unread', read: 'Read' },
    choose: {
      title: 'Notifications',
      text: 'Applies from now on. Emails are bundled and sent a few minutes later, unless you have already read the notification here.',
      kind: 'Type',
      console: 'Console',
      mail: 'Email',
      both: '%{kind}: %{channel}',
      always: 'Always',
      fixed: 'A separate email says what to do.',
      failed: 'Your choice could not be saved',
      operator: {
        title: 'For people of an organization',
        text: 'You belong to none, so you get no notifications.',
      },
    },
  },
}
