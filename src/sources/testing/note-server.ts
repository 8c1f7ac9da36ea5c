/** The text of a real MCP server over stdio with one tool, `look`, that writes a file when it is started. */
export const noteServer = (mark: string, says = 'a note'): string => `
import { appendFileSync } from 'node:fs';
import { McpServer } from '${import.meta.resolve('@modelcontextprotocol/sdk/server/mcp.js')}';
import { StdioServerTransport } from '${import.meta.resolve('@modelcontextprotocol/sdk/server/stdio.js')}';
appendFileSync(${JSON.stringify(mark)}, 'started ' + process.cwd() + ' ' + Object.keys(process.env).sort().join() + '\\n');
const server = new McpServer({ name: 'notes', version: '1.0.0' });
server.registerTool('look', { description: 'Shows a note.' }, async () => ({
  content: [{ type: 'text', text: ${JSON.stringify(says)} + ' for ' + process.env.WHO }],
}));
await server.connect(new StdioServerTransport());
`;
