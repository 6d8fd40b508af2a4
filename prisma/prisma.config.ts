/** What `prisma generate` and `prisma format` read. Plain, as the package of the command has another name here. */
export default { schema: 'schema.prisma' };
