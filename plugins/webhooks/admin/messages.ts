/** English texts of outbound webhooks that other pages show, too. */
export default { webhooks: { title: 'Webhooks' } }
