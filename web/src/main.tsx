import './styles/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { suspect } from './api/connection.ts';
import { App } from './shell/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place to draw in');
suspect();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
